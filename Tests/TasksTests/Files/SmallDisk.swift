import Foundation

/// A file system in memory that is soon full; gone with its last reference.
final class SmallDisk: Sendable {
  let url: URL

  /// Whether this process may mount one.
  static let isPermitted: Bool = {
    guard let folder = try? ScratchFolder() else { return false }
    return (try? SmallDisk(at: folder.file("disk"), byteCount: 1 << 16)) != nil
  }()

  init(at url: URL, byteCount: Int) throws {
    self.url = url
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    try Self.run("mount", "-t", "tmpfs", "-o", "size=\(byteCount)", "tmpfs", url.path)
  }

  deinit {
    try? Self.run("umount", url.path)
  }

  private static func run(_ command: String...) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw POSIXError(.EPERM) }
  }
}
