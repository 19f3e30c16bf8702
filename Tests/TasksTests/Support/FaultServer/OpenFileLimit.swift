#if canImport(Darwin)
  private let openFiles = RLIMIT_NOFILE
#else
  private let openFiles = CInt(RLIMIT_NOFILE.rawValue)
#endif

enum OpenFileLimit {
  /// Raises the soft limit once. Desktops set it to 256 or 1,024. Tests run in parallel and need up to 1,500 files.
  static let raised: Void = {
    var limit = rlimit()
    guard unsafe getrlimit(numericCast(openFiles), &limit) == 0 else { return }
    limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, 4_096))
    _ = unsafe setrlimit(numericCast(openFiles), &limit)
  }()
}
