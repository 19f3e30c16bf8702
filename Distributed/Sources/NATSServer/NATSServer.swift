public import Foundation
internal import Synchronization

/// A NATS server that runs as a child process on a free port of this machine.
///
/// It ends with the last reference, and also when this process ends, in whatever way: a shell waits for the end of a pipe
/// from here, and then terminates the server.
public final class NATSServer: Sendable {
  /// The program, if it is installed. The folders of system programs are not always on the path of users.
  public static let program: URL? = {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let folders = path.split(separator: ":").map(String.init) + ["/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin"]
    return folders.map { URL(filePath: $0).appending(component: "nats-server") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }()

  public static let absence = "nats-server is not installed: Distributed/install installs it"

  /// The server has not started. Its output says why.
  public struct DidNotStart: Error {
    public let output: String
  }

  private let folder: URL
  private let run: Mutex<Run>

  /// The port of the server, which stays the same after ``restart()``.
  public let port: Int

  public var url: URL { URL(string: "nats://127.0.0.1:\(port)")! }

  /// Starts a server, and returns when it accepts connections.
  ///
  /// - Parameter settings: Lines of its configuration file. A `{folder}` in them stands for a folder of this server.
  public init(_ settings: String = "") async throws {
    let folder = FileManager.default.temporaryDirectory.appending(component: "nats-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    self.folder = folder
    let configuration = settings.replacing("{folder}", with: folder.path) + "\n"
    try configuration.write(to: folder.appending(component: "configuration"), atomically: true, encoding: .utf8)
    let run = try await Run(in: folder, port: -1)
    port = run.port
    self.run = Mutex(run)
  }

  deinit {
    run.withLock { $0.terminate() }
    try? FileManager.default.removeItem(at: folder)
  }

  /// Kills the server without warning, and returns when its process has ended.
  public func kill() async {
    let run = run.withLock { $0 }
    run.signal(SIGKILL)
    await run.output.ended()
  }

  /// Lets the server neither read nor write, as if its network were cut, until ``resume()``.
  public func suspend() { run.withLock { $0.signal(SIGSTOP) } }

  public func resume() { run.withLock { $0.signal(SIGCONT) } }

  /// Starts a killed server again, on the same port and with the same folder.
  public func restart() async throws {
    let new = try await Run(in: folder, port: port)
    run.withLock { $0 = new }
  }
}

extension NATSServer {
  /// Starts servers that store the messages of JetStream together.
  public static func cluster(of count: Int) async throws -> [NATSServer] {
    let ports = try unusedPorts(count)
    let routes = ports.map { "nats://127.0.0.1:\($0)" }.joined(separator: ", ")
    var servers: [NATSServer] = []
    for port in ports {
      servers.append(
        try await NATSServer(
          """
          server_name: node\(port)
          jetstream { store_dir: "{folder}/store" }
          cluster { name: test, listen: "127.0.0.1:\(port)", routes: [\(routes)] }
          """))
    }
    return servers
  }

  /// Returns ports that were free a moment ago.
  private static func unusedPorts(_ count: Int) throws -> [UInt16] {
    let sockets = (0..<count).map { _ in Socket() }
    return try sockets.map { try $0.port() }
  }
}

/// A socket that is bound to a free port while it exists.
private final class Socket {
  private let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)

  deinit { close(descriptor) }

  func port() throws -> UInt16 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bind(descriptor, address, length) == 0 ? getsockname(descriptor, address, &length) : -1
      }
    }
    guard status == 0 else { throw NATSServer.DidNotStart(output: "No port is free") }
    return UInt16(bigEndian: address.sin_port)
  }
}

/// One run of the server's program.
private final class Run: Sendable {
  let port: Int
  let output = ServerOutput()
  private let processID: Int32
  private let input = Pipe()

  /// - Parameter port: The port, or -1 for a free one.
  init(in folder: URL, port: Int) async throws {
    guard let program = NATSServer.program else { throw NATSServer.DidNotStart(output: NATSServer.absence) }
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [
      "-c", #""$@" 2>&1 & server=$!; exec >/dev/null; read -r end; kill "$server""#, "sh", program.path,
      "--config", folder.appending(component: "configuration").path, "--addr", "127.0.0.1", "--port", "\(port)",
    ]
    process.standardInput = input
    let log = Pipe()
    process.standardOutput = log
    try process.run()
    output.read(log.fileHandleForReading)
    guard let started = await output.started() else {
      throw NATSServer.DidNotStart(output: output.text)
    }
    self.port = started.port
    processID = started.processID
  }

  deinit { terminate() }

  func terminate() {
    signal(SIGCONT)
    try? input.fileHandleForWriting.close()
  }

  func signal(_ signal: Int32) { _ = kill(processID, signal) }
}

/// The output of a server, which contains a line when it is ready.
private final class ServerOutput: Sendable {
  private struct State {
    var text = ""
    var hasEnded = false
    var waiting: [(condition: @Sendable (String) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  var text: String { state.withLock { $0.text } }

  /// Reads on a thread of its own until the server's process ends.
  func read(_ file: FileHandle) {
    Thread.detachNewThread { [self] in
      while true {
        let data = file.availableData
        guard !data.isEmpty else { return add(nil) }
        add(String(decoding: data, as: UTF8.self))
      }
    }
  }

  private func add(_ new: String?) {
    let ready = state.withLock { state in
      state.text += new ?? ""
      state.hasEnded = new == nil
      let text = state.text
      let isOver = state.hasEnded
      let ready = state.waiting.filter { isOver || $0.condition(text) }
      state.waiting.removeAll { isOver || $0.condition(text) }
      return ready.map(\.continuation)
    }
    for continuation in ready { continuation.resume() }
  }

  func ended() async { await wait { _ in false } }

  /// The port and the process of a server that accepts connections, or nil if it has ended before.
  func started() async -> (port: Int, processID: Int32)? {
    await wait { $0.contains("Server is ready") }
    guard let port = text.firstMatch(of: /client connections on [^:]*:(\d+)/), text.contains("Server is ready"),
      let process = text.firstMatch(of: /\[(\d+)\]/)
    else { return nil }
    return (Int(port.1)!, Int32(process.1)!)
  }

  private func wait(until condition: @escaping @Sendable (String) -> Bool) async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        guard !state.hasEnded, !condition(state.text) else { return true }
        state.waiting.append((condition, continuation))
        return false
      }
      if isOver { continuation.resume() }
    }
  }
}
