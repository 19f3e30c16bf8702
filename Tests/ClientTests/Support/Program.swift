import Foundation

/// Runs programs to their end.
struct Program {
  struct Run {
    let status: Int32
    /// What it wrote to its standard output and standard error.
    let output: String
  }

  private let process = Process()

  init(_ executable: URL, _ arguments: [String] = []) {
    process.executableURL = executable
    process.arguments = arguments
    // Swift Testing colours what it writes, unless `swift test` or this says no.
    process.environment = ProcessInfo.processInfo.environment.merging(["NO_COLOR": "1"]) { _, plain in plain }
  }

  /// Runs the program; it is terminated when the test is cancelled, for instance by its time limit.
  func run(input: String = "") async throws -> Run {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // Waiting for a process blocks its thread, which must not be one of the concurrency pool.
        DispatchQueue.global().async {
          continuation.resume(with: Result { try runToEnd(input: input) })
        }
      }
    } onCancel: {
      process.terminate()
    }
  }

  private func runToEnd(input: String) throws -> Run {
    let standardInput = Pipe()
    let standardOutput = Pipe()
    process.standardInput = standardInput
    process.standardOutput = standardOutput
    process.standardError = standardOutput
    try process.run()
    try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try standardInput.fileHandleForWriting.close()
    let output = try standardOutput.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Run(status: process.terminationStatus, output: String(decoding: output, as: UTF8.self))
  }
}
