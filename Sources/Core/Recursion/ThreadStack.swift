#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Tells how much of the calling thread's stack is left.
///
/// A stack grows towards lower addresses on every platform that Swift runs on.
struct ThreadStack {
  private let bottom: UInt
  private let low: UInt
  private let shallow: UInt

  /// A thread of its own has half a megabyte on Apple platforms. Half of it is kept for what no guard looks at: operators
  /// in a row, and the closures of users.
  private static let largestReserve: UInt = 512 << 10

  init(bottom: UInt, byteCount: UInt) {
    self.bottom = bottom
    let reserve = min(byteCount / 2, Self.largestReserve)
    low = bottom + reserve
    shallow = low + min(byteCount / 8, reserve / 2)
  }

  /// Whether so little is left that what goes deeper had better wait.
  var isLow: Bool { isBelow(low) }

  /// Whether enough is left for what has waited.
  var isShallow: Bool { !isBelow(shallow) }

  /// An address outside is no place on this stack, as under a sanitizer that moves variables elsewhere.
  private func isBelow(_ limit: UInt) -> Bool {
    var marker: UInt8 = 0
    let address = unsafe withUnsafeMutablePointer(to: &marker) { UInt(bitPattern: $0) }
    return bottom <= address && address < limit
  }

  #if canImport(Darwin)
    static var current: ThreadStack {
      let byteCount = UInt(pthread_get_stacksize_np(pthread_self()))
      let top = unsafe UInt(bitPattern: pthread_get_stackaddr_np(pthread_self()))
      return ThreadStack(bottom: top - byteCount, byteCount: byteCount)
    }
  #elseif canImport(Glibc) || canImport(Musl)
    static var current: ThreadStack {
      var attributes = pthread_attr_t()
      guard unsafe getAttributes?(pthread_self(), &attributes) == 0 else { return .unknown }
      defer { unsafe pthread_attr_destroy(&attributes) }
      var bottom: UnsafeMutableRawPointer?
      var byteCount = 0
      guard unsafe pthread_attr_getstack(&attributes, &bottom, &byteCount) == 0 else { return .unknown }
      return ThreadStack(bottom: UInt(bitPattern: bottom), byteCount: UInt(byteCount))
    }

    /// `pthread_getattr_np`, which the C library has, and its module for Swift does not show. Nil in a program that is
    /// linked statically.
    ///
    /// Invariant behind the cast: the signature is that of the function's manual page.
    private static let getAttributes: (@convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> CInt)? =
      unsafe unsafeBitCast(
        dlsym(nil, "pthread_getattr_np"),
        to: (@convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> CInt)?.self)
  #else
    static var current: ThreadStack { .unknown }
  #endif

  /// A stack that is never low.
  static var unknown: ThreadStack { ThreadStack(bottom: 0, byteCount: 0) }
}
