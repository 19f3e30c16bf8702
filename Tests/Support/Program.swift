#if os(macOS) || os(Linux)
  public import Foundation

  /// A program that a test runs to its end.
  ///
  /// Foundation's `Process` is not used. In Swift 6.3 it copies entries of `/proc/self/fd` beyond their end on Linux,
  /// which can crash a process with many open files, as these tests have
  /// (https://github.com/swiftlang/swift-corelibs-foundation/issues/5472).
  public struct Program: Sendable {
    public struct Run: Sendable {
      /// Its exit status, or the number of the signal that killed it.
      public let status: CInt
      /// Its standard output and standard error.
      public let output: String
    }

    private let words: [String]

    public init(_ executable: URL, _ arguments: [String] = []) {
      words = [executable.path] + arguments
    }

    /// Runs a command that is found in the search path, and throws if it fails. It blocks the calling thread.
    public static func run(_ command: String...) throws {
      let run = try Program(URL(filePath: "/usr/bin/env"), command).start(input: "").end()
      guard run.status == 0 else { throw Failure(command: command, run: run) }
    }

    /// Runs the program. It is terminated if the test is cancelled, for instance by its time limit.
    public func run(input: String = "") async throws -> Run {
      let program = try start(input: input)
      return await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          // The threads of the concurrency pool must not be blocked.
          DispatchQueue.global().async { continuation.resume(returning: program.end()) }
        }
      } onCancel: {
        kill(program.identifier, SIGTERM)
      }
    }

    struct Failure: Error {
      let command: [String]
      let run: Run
    }

    private struct Running: Sendable {
      let identifier: pid_t
      let output: FileHandle

      /// Waits for the end of the program.
      func end() -> Run {
        let bytes = readToEnd()
        var status: CInt = 0
        while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return Run(status: signal == 0 ? status >> 8 & 0xFF : signal, output: String(decoding: bytes, as: UTF8.self))
      }

      /// Reads all output. `FileHandle.readToEnd()` fails if a signal interrupts it.
      private func readToEnd() -> Data {
        var bytes = Data()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
          let count = unsafe read(output.fileDescriptor, &buffer, buffer.count)
          if count > 0 {
            bytes += buffer.prefix(count)
          } else if count == 0 || errno != EINTR {
            return bytes
          }
        }
      }
    }

    private func start(input: String) throws -> Running {
      let (standardInput, standardOutput) = (Pipe(), Pipe())
      // The input fits into the pipe, so this does not wait for the program.
      try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
      try standardInput.fileHandleForWriting.close()
      let files = [standardInput.fileHandleForReading, standardOutput.fileHandleForWriting]
      let identifier = try spawn(input: files[0].fileDescriptor, output: files[1].fileDescriptor)
      for file in files { try file.close() }
      return Running(identifier: identifier, output: standardOutput.fileHandleForReading)
    }

    /// Starts the program with these descriptors as its standard input and output, and no other file open.
    private func spawn(input: CInt, output: CInt) throws -> pid_t {
      // Swift Testing colours its output, unless `swift test` or this variable prevents it.
      let variables = ProcessInfo.processInfo.environment.merging(["NO_COLOR": "1"]) { _, plain in plain }
      var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
      var environment = unsafe variables.map { unsafe strdup("\($0)=\($1)") } + [nil]
      defer { unsafe (arguments + environment).forEach { unsafe free($0) } }

      var identifier: pid_t = 0
      let code: CInt
      #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_CLOEXEC_DEFAULT))
      #else
        var actions = unsafe posix_spawn_file_actions_t()
      #endif
      unsafe posix_spawn_file_actions_init(&actions)
      defer { unsafe posix_spawn_file_actions_destroy(&actions) }
      unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
      unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
      unsafe posix_spawn_file_actions_adddup2(&actions, output, 2)
      #if canImport(Darwin)
        code = unsafe posix_spawn(&identifier, words[0], &actions, &attributes, &arguments, &environment)
      #else
        // The limit exceeds the number of open files in the tests. Closing descriptors that are not open is harmless.
        for descriptor in 3..<CInt(clamping: min(sysconf(CInt(_SC_OPEN_MAX)), 4_096)) {
          unsafe posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        code = unsafe posix_spawn(&identifier, words[0], &actions, nil, &arguments, &environment)
      #endif
      guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EINVAL) }
      return identifier
    }
  }
#endif
