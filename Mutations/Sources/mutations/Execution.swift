import Foundation

/// A process that has run to its end.
struct Execution: Sendable {
  enum Outcome: Sendable {
    case exited(Int32)
    case crashed
    /// It was stopped: only a thread that neither ends nor reaches a scheduling point takes so long.
    case endless
  }

  let outcome: Outcome
  let output: String

  /// - Parameter environment: Added to that of this process.
  static func run(
    _ program: String, _ arguments: [String], environment: [String: String] = [:], printsOutput: Bool = false,
    seconds: Int = 600
  ) throws -> Execution {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let pipe = Pipe()
    if !printsOutput {
      process.standardOutput = pipe
      process.standardError = pipe
    }
    let stopper = DispatchSource.makeTimerSource()
    try process.run()
    let id = process.processIdentifier
    stopper.setEventHandler { kill(id, SIGKILL) }
    stopper.schedule(deadline: .now() + .seconds(seconds))
    stopper.resume()
    let output = printsOutput ? Data() : pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    stopper.cancel()
    return Execution(outcome: outcome(of: process), output: String(decoding: output, as: UTF8.self))
  }

  private static func outcome(of process: Process) -> Outcome {
    guard process.terminationReason == .uncaughtSignal else { return .exited(process.terminationStatus) }
    return process.terminationStatus == SIGKILL ? .endless : .crashed
  }
}
