import Foundation
import NATSServer

/// A program of this package, which ends with the last reference.
final class Program: Sendable {
  let output = ProcessOutput()
  private let input = Pipe()
  private let identifier: pid_t

  init(_ name: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(
      component: name)
    process.arguments = arguments
    process.standardInput = input
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    identifier = process.processIdentifier
    output.read(pipe.fileHandleForReading)
  }

  deinit { try? input.fileHandleForWriting.close() }

  func pressReturn() { input.fileHandleForWriting.write(Data("\n".utf8)) }

  func kill() async {
    Foundation.kill(identifier, SIGKILL)
    await output.ended()
  }
}
