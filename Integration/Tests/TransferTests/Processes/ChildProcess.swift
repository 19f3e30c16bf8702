import Foundation
import TestSupport
import Testing

/// A program that a test has started. Its standard output and standard error goes to a file.
final class ChildProcess: Sendable {
  private let process = Process()
  private let input = Pipe()
  private let outputFile: URL
  private let end = EventState<End?>(nil)

  enum End: Sendable, Hashable {
    case exit(CInt)
    case signal(CInt)
  }

  init(_ executable: URL, _ arguments: [String], output: URL) throws {
    outputFile = output
    _ = FileManager.default.createFile(atPath: output.path, contents: nil)
    let file = try FileHandle(forWritingTo: output)
    process.executableURL = executable
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = file
    process.standardError = file
    process.terminationHandler = { [end] process in
      let status = process.terminationStatus
      end.change { $0 = process.terminationReason == .uncaughtSignal ? .signal(status) : .exit(status) }
    }
    try process.run()
    try file.close()
  }

  var hasEnded: Bool { end.state != nil }

  var output: String { (try? String(contentsOf: outputFile, encoding: .utf8)) ?? "" }

  /// How the program has ended, once it has.
  @discardableResult
  func ended(sourceLocation: SourceLocation = #_sourceLocation) async -> End? {
    let output = { self.output }
    await end.wait(for: "the end of a program", showing: { _ in output() }, sourceLocation: sourceLocation) {
      $0 != nil
    }
    return end.state
  }

  /// Kills the program, which cannot catch it.
  func kill() {
    // The identifier of an ended process may be used by another process.
    guard !hasEnded else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
  }

  /// Nothing more comes from the standard input.
  func closeInput() {
    try? input.fileHandleForWriting.close()
  }
}
