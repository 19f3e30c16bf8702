import Foundation
import TransferSide

/// A process that this one has started. It ends when this one does: its input is then at the end.
final class Child {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let name: String

  init(_ executable: URL, _ arguments: [String], temporaryFolder: String? = nil) throws {
    name = executable.lastPathComponent
    process.executableURL = executable
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    if let temporaryFolder {
      // Where a downloadTask puts what it downloads: in the same file system as the rest.
      process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": temporaryFolder]) { $1 }
    }
    try process.run()
  }

  convenience init(_ chore: Chore, temporaryFolder: String? = nil) throws {
    guard let executable = Bundle.main.executableURL else { throw Failure(description: "There is no executable") }
    try self.init(executable, chore.arguments(), temporaryFolder: temporaryFolder)
  }

  /// Waits for what a chore prints before its end; nil when it ends without.
  func nextOutcome() throws -> Outcome? {
    var line = Data()
    while let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty, byte != Data("\n".utf8) {
      line += byte
    }
    return line.isEmpty ? nil : try JSONDecoder().decode(Outcome.self, from: line)
  }

  /// Waits for the end, and returns what was printed until then, and when that was.
  func waitForEnd() throws -> (Data, end: ContinuousClock.Instant) {
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    let end = ContinuousClock.now
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw Failure(description: "\(name) failed: \(process.terminationReason) \(process.terminationStatus)")
    }
    return (data, end)
  }

  /// Tells a chore that waits for the end of its input to end.
  func end() throws {
    try input.fileHandleForWriting.close()
    _ = try waitForEnd()
  }
}
