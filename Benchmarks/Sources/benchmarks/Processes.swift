import Foundation
import TransferSide

/// A child process. It ends when this process ends, because its input ends then.
final class Child {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  init(_ executable: URL, _ arguments: [String], temporaryFolder: String? = nil) throws {
    process.executableURL = executable
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    if let temporaryFolder {
      // A downloadTask puts its file there. It is in the same file system as the destination.
      process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": temporaryFolder]) { $1 }
    }
    try process.run()
  }

  convenience init(_ chore: Chore, temporaryFolder: String? = nil) throws {
    guard let executable = Bundle.main.executableURL else { throw Failure("There is no executable") }
    try self.init(executable, chore.arguments(), temporaryFolder: temporaryFolder)
  }

  /// Waits for the outcome that a chore prints. Returns nil if it ends without one.
  func nextOutcome() throws -> Outcome? {
    var line = Data()
    while let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty, byte != Data("\n".utf8) {
      line += byte
    }
    return line.isEmpty ? nil : try JSONDecoder().decode(Outcome.self, from: line)
  }

  /// Waits for the end, and returns the remaining output and the time of the end.
  func waitForEnd() throws -> (Data, end: ContinuousClock.Instant) {
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    let end = ContinuousClock.now
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw Failure("The process failed: \(process.terminationReason) \(process.terminationStatus)")
    }
    return (data, end)
  }

  /// Ends a chore that waits for the end of its input.
  func end() throws {
    try input.fileHandleForWriting.close()
    _ = try waitForEnd()
  }
}

/// The process of the server for all downloads. It creates the folder for all files, and removes it when it ends.
final class ServerProcess {
  let folder: String
  let source: String
  private let process: Child
  private let port: UInt16

  init(_ sizes: TransferSizes) throws {
    // The folder is in memory if there is enough, because the speed of the disk should not be measured.
    let memory = "/dev/shm"
    let attributes = try? FileManager.default.attributesOfFileSystem(forPath: memory)
    let free = (attributes?[.systemFreeSize] as? NSNumber)?.int64Value ?? 0
    let parent = free >= sizes.room ? memory : FileManager.default.temporaryDirectory.path
    folder = "\(parent)/tidings-benchmarks-\(ProcessInfo.processInfo.processIdentifier)"
    source = "\(folder)/source"
    var chore = Chore(.serve)
    chore.source = source
    chore.destination = folder
    chore.byteCount = sizes.source
    process = try Child(chore)
    guard let port = try process.nextOutcome()?.port else { throw Failure("There is no server") }
    self.port = port
  }

  /// Ends the server, and waits for the removal of the folder.
  func stop() throws {
    // The folder still exists only if the server was killed.
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try process.end()
  }

  /// Returns a download of the first bytes of the server's file.
  func download(_ kind: Chore.Kind, _ byteCount: Int64, ranges: Bool) -> Chore {
    var chore = Chore(kind)
    chore.address = "http://127.0.0.1:\(port)/\(ranges ? "ranges" : "plain")/\(byteCount)"
    chore.source = source
    chore.destination = "\(folder)/downloaded"
    chore.byteCount = byteCount
    return chore
  }
}
