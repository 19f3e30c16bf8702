import Foundation
import Synchronization

/// A process of the program `fetch`.
final class Program: Sendable {
  struct Run {
    let status: Int32
    let output: String
    let errors: String
  }

  private let process: Process
  private let output: OutputReader
  private let errors: OutputReader
  private let exit: Task<Int32, Never>

  /// The executable that was built with these tests.
  private static let executable = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appending(component: "fetch")

  /// The command that runs a program on a pseudo-terminal.
  private static let script = URL(filePath: "/usr/bin/script")

  /// Whether that command exists. That of macOS has other options.
  #if os(Linux)
    static let hasTerminal = FileManager.default.isExecutableFile(atPath: script.path)
  #else
    static let hasTerminal = false
  #endif

  /// Starts the program on a terminal of the given size.
  convenience init(_ arguments: [String], rows: Int, columns: Int) throws {
    let command = ([Self.executable.path] + arguments).map { "'\($0)'" }.joined(separator: " ")
    try self.init(
      ["-qec", "stty rows \(rows) columns \(columns); \(command)", "/dev/null"], executable: Self.script)
  }

  init(_ arguments: [String], executable: URL = Program.executable) throws {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    let (outputPipe, errorPipe) = (Pipe(), Pipe())
    process.standardOutput = outputPipe
    process.standardError = errorPipe
    let (exits, exit) = AsyncStream.makeStream(of: Int32.self)
    process.terminationHandler = { exit.yield($0.terminationStatus) }
    try process.run()
    self.process = process
    self.exit = Task { await exits.first { _ in true } ?? -1 }
    output = OutputReader(outputPipe.fileHandleForReading)
    errors = OutputReader(errorPipe.fileHandleForReading)
  }

  static func run(_ arguments: [String]) async throws -> Run {
    try await Program(arguments).end()
  }

  /// Waits until the program has written something. Returns false if it ends before.
  func output(containing text: String) async -> Bool {
    await output.text { $0.contains(text) }.contains(text)
  }

  /// Interrupts the program like Ctrl-C.
  func interrupt() {
    process.interrupt()
  }

  /// Kills the program.
  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
  }

  /// Waits until the program has ended.
  func end() async -> Run {
    Run(
      status: await exit.value, output: await output.text { _ in false }, errors: await errors.text { _ in false })
  }
}

/// Collects the bytes of a file descriptor on its own thread.
private final class OutputReader: Sendable {
  private struct State {
    var bytes = Data()
    var isAtEnd = false
    var waiting: [Waiter] = []
  }

  private struct Waiter {
    let isEnough: @Sendable (String) -> Bool
    let continuation: CheckedContinuation<String, Never>
  }

  private let state = Mutex(State())

  init(_ handle: FileHandle) {
    Thread.detachNewThread { [self] in
      // Reads available bytes. `read(upToCount:)` would wait for all of them.
      while case let bytes = handle.availableData, !bytes.isEmpty {
        update { $0.bytes += bytes }
      }
      update { $0.isAtEnd = true }
    }
  }

  /// Waits for enough bytes or the end, and returns the bytes.
  func text(until isEnough: @escaping @Sendable (String) -> Bool) async -> String {
    await withCheckedContinuation { continuation in
      update { $0.waiting.append(Waiter(isEnough: isEnough, continuation: continuation)) }
    }
  }

  private func update(_ change: (inout State) -> Void) {
    let (text, ready) = state.withLock { state in
      change(&state)
      let text = String(decoding: state.bytes, as: UTF8.self)
      let isReady = state.waiting.map { state.isAtEnd || $0.isEnough(text) }
      let ready = zip(state.waiting, isReady).filter(\.1).map(\.0.continuation)
      state.waiting = zip(state.waiting, isReady).filter { !$0.1 }.map(\.0)
      return (text, ready)
    }
    for continuation in ready { continuation.resume(returning: text) }
  }
}
