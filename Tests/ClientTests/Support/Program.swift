import Foundation

/// Runs programs to their end.
struct Program {
  struct Run {
    let status: Int32
    /// Its standard output and standard error.
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
    let output = readToEnd(standardOutput.fileHandleForReading)
    return Run(status: waitForEnd(), output: String(decoding: output, as: UTF8.self))
  }

  /// Reads a pipe to its end. `FileHandle.readToEnd()` fails if a signal interrupts it.
  private func readToEnd(_ handle: FileHandle) -> Data {
    var output = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe read(handle.fileDescriptor, &buffer, buffer.count)
      if count > 0 {
        output += buffer.prefix(count)
      } else if count == 0 || errno != EINTR {
        return output
      }
    }
  }

  /// Foundation misses the end of a process now and then; what waits for the end of others, as tests of fatal errors do,
  /// then sees that one for ever. So it is waited for here, unless Foundation comes first.
  private func waitForEnd() -> Int32 {
    var status: Int32 = 0
    var ended: pid_t
    repeat { ended = unsafe waitpid(process.processIdentifier, &status, 0) } while ended < 0 && errno == EINTR
    guard ended > 0 else {
      process.waitUntilExit()
      return process.terminationStatus
    }
    // For a killed process, the signal, as in Foundation.
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : signal
  }
}
