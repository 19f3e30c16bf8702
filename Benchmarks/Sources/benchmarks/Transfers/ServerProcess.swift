import Foundation
import TransferSide

/// The server that everything is downloaded from: a process of its own, which also has the folder for all files, and
/// removes it at its end.
final class ServerProcess {
  let folder: String
  private let process: Child
  private let port: UInt16

  var source: String { "\(folder)/source" }
  var destination: String { "\(folder)/downloaded" }

  init(_ sizes: TransferSizes) throws {
    let parent = Self.parent(with: sizes.room)
    folder = "\(parent)/tidings-benchmarks-\(ProcessInfo.processInfo.processIdentifier)"
    let (folder, source) = (folder, "\(folder)/source")
    process = try Child(
      Chore(.serve) {
        $0.source = source
        $0.destination = folder
        $0.byteCount = sizes.source
      })
    guard let port = try process.nextOutcome()?.port else { throw Child.Failure(description: "There is no server") }
    self.port = port
  }

  /// Ends the server, and waits until the folder is gone.
  func stop() throws {
    // Nothing is left of it, unless the server has been killed.
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try process.end()
  }

  func address(_ byteCount: Int64, ranges: Bool) -> String {
    "http://127.0.0.1:\(port)/\(ranges ? "ranges" : "plain")/\(byteCount)"
  }

  /// Memory, if there is enough: disks would be measured otherwise.
  private static func parent(with room: Int64) -> String {
    let memory = "/dev/shm"
    let attributes = try? FileManager.default.attributesOfFileSystem(forPath: memory)
    let free = (attributes?[.systemFreeSize] as? NSNumber)?.int64Value ?? 0
    return free >= room ? memory : FileManager.default.temporaryDirectory.path
  }
}
