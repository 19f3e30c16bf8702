import TestSupport

/// A file system of its own, in memory, for what happens on a full one. Only the superuser can have one.
final class MountedFolder: Sendable {
  let url: URL
  private let scratch: ScratchFolder

  /// Whether there can be any here.
  static let isPossible: Bool = {
    guard geteuid() == 0, let folder = try? MountedFolder(byteCount: 4_096) else { return false }
    withExtendedLifetime(folder) {}
    return true
  }()

  init(byteCount: Int) throws {
    scratch = ScratchFolder()
    url = scratch.url
    try Program.run("mount", "-t", "tmpfs", "-o", "size=\(byteCount)", "tmpfs", url.path)
  }

  deinit {
    try? Program.run("umount", url.path)
  }
}
