import TestSupport

/// A file system in memory, for tests of a full disk. Only the superuser can create one.
final class MountedFolder: Sendable {
  let url: URL
  private let scratch: ScratchFolder

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
    // A process that another test is starting may have inherited descriptors, so the folder may be in use for a moment.
    try? Program.run("umount", "--lazy", url.path)
  }
}
