public import Foundation
internal import Synchronization

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// A NATS server that runs as a child process on a free port of this machine.
///
/// It ends with the last reference, and also when this process ends for any reason: a shell waits for the end of a pipe from
/// here, and then terminates the server.
public final class NATSServer: Sendable {
  /// The program, if it is installed. The folders of system programs are not always on the path of users.
  public static let program: URL? = {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let folders = path.split(separator: ":").map(String.init) + ["/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin"]
    return folders.map { URL(filePath: $0).appending(component: "nats-server") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }()

  public static let absence = "nats-server is not installed: Scripts/distributed installs it"

  /// The server has not started. Its output says why.
  public struct DidNotStart: Error {
    public let output: String
  }

  private let folder: TemporaryFolder
  private let run: Mutex<Run>

  /// The port of the server, which stays the same after ``restart()``.
  public let port: Int
  /// Responds with status 200 when the server has all messages of its cluster.
  private let health: URL?

  public var url: URL { URL(string: "nats://127.0.0.1:\(port)")! }

  /// Starts a server, and returns when it accepts connections.
  ///
  /// - Parameter settings: Lines of its configuration file. A `{folder}` in them stands for a folder of this server.
  public convenience init(_ settings: String = "") async throws {
    try await self.init(settings, health: nil)
  }

  private init(_ settings: String, health: URL?) async throws {
    self.health = health
    folder = try TemporaryFolder()
    let configuration = settings.replacing("{folder}", with: folder.url.path) + "\n"
    try configuration.write(to: folder.url.appending(component: "configuration"), atomically: true, encoding: .utf8)
    let run = try await Run(in: folder.url, port: -1)
    port = run.port
    self.run = Mutex(run)
  }

  deinit { run.withLock { $0.terminate() } }

  /// Kills the server without warning, and returns when its process has ended.
  public func kill() async {
    let run = run.withLock { $0 }
    run.signal(SIGKILL)
    await run.output.ended()
  }

  /// Kills the server and removes its folder, for a program that has it in a global variable.
  public func stop() async {
    await kill()
    folder.remove()
  }

  /// Lets the server neither read nor write, as if its network were cut, until ``resume()``.
  public func suspend() { run.withLock { $0.signal(SIGSTOP) } }

  public func resume() { run.withLock { $0.signal(SIGCONT) } }

  /// Starts a killed server again, on the same port and with the same folder.
  ///
  /// A server of a cluster first receives the messages that it has missed. Before that, no other one may be killed.
  public func restart() async throws {
    let new = try await Run(in: folder.url, port: port)
    run.withLock { $0 = new }
    while let health, try await (URLSession.shared.data(from: health).1 as? HTTPURLResponse)?.statusCode != 200 {}
  }
}

extension NATSServer {
  /// Starts servers that store the messages of JetStream together.
  public static func cluster(of count: Int) async throws -> [NATSServer] {
    while true {
      do {
        return try await startCluster(of: count)
      } catch let failure as DidNotStart where failure.output.contains("address already in use") {
        // Another program has taken one of the ports before the server.
      }
    }
  }

  private static func startCluster(of count: Int) async throws -> [NATSServer] {
    let ports = try unusedPorts(2 * count)
    let routes = ports.prefix(count).map { "nats://127.0.0.1:\($0)" }.joined(separator: ", ")
    var servers: [NATSServer] = []
    for (port, monitoringPort) in zip(ports, ports.dropFirst(count)) {
      servers.append(
        try await NATSServer(
          """
          server_name: node\(port)
          jetstream { store_dir: "{folder}/store" }
          cluster { name: test, listen: "127.0.0.1:\(port)", routes: [\(routes)] }
          http: "127.0.0.1:\(monitoringPort)"
          """, health: URL(string: "http://127.0.0.1:\(monitoringPort)/healthz")))
    }
    return servers
  }

  /// Returns ports that were free a moment ago.
  private static func unusedPorts(_ count: Int) throws -> [UInt16] {
    try (0..<count).map { _ in try LoopbackSocket() }.map(\.port)
  }
}

/// One run of the server's program.
private final class Run: Sendable {
  let port: Int
  let output = ProcessOutput()
  private let processID: Int32
  private let input = Pipe()

  /// - Parameter port: The port, or -1 for a free one.
  init(in folder: URL, port: Int) async throws {
    guard let program = NATSServer.program else { throw NATSServer.DidNotStart(output: NATSServer.absence) }
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [
      "-c", #""$@" 2>&1 & server=$!; exec >/dev/null; read -r end; kill "$server"; kill -CONT "$server""#, "sh",
      program.path,
      "--config", folder.appending(component: "configuration").path, "--addr", "127.0.0.1", "--port", "\(port)",
    ]
    process.standardInput = input
    let log = Pipe()
    process.standardOutput = log
    try process.run()
    output.read(log.fileHandleForReading)
    guard let started = await Self.started(output) else {
      throw NATSServer.DidNotStart(output: output.text)
    }
    self.port = started.port
    processID = started.processID
  }

  deinit { terminate() }

  /// The port and the process of a server that accepts connections, or nil if it has ended before.
  private static func started(_ output: ProcessOutput) async -> (port: Int, processID: Int32)? {
    await output.wait { $0.contains("Server is ready") }
    let text = output.text
    guard let port = text.firstMatch(of: /client connections on [^:]*:(\d+)/), text.contains("Server is ready"),
      let process = text.firstMatch(of: /\[(\d+)\]/)
    else { return nil }
    return (Int(port.1)!, Int32(process.1)!)
  }

  func terminate() {
    signal(SIGCONT)
    try? input.fileHandleForWriting.close()
  }

  func signal(_ signal: Int32) { _ = kill(processID, signal) }
}
