import Foundation
import TestSupport
import Testing

/// An nginx process with its own configuration, folder and port, on loopback only.
///
/// It ends with the last reference, and also when the process of the tests ends for any reason: a shell waits for the end of
/// a pipe from there, and then terminates nginx.
final class NginxServer: Sendable {
  /// The program, if it is installed. The folders of system programs are not always in the path of users.
  static let program: URL? = {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let folders = path.split(separator: ":").map(String.init) + ["/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin"]
    return folders.map { URL(filePath: $0).appending(component: "nginx") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }()

  static let absence = "nginx is not installed: Scripts/integration --install installs it"

  let port: UInt16
  private let folder: ScratchFolder
  private let shell: ChildProcess

  /// Starts a server, and returns when it accepts connections.
  init() async throws {
    let folder = ScratchFolder()
    try FileManager.default.createDirectory(at: folder.file("site"), withIntermediateDirectories: true)
    self.folder = folder
    // Another program may take the port before it is used.
    for _ in 1...3 {
      if let (port, shell) = try await Self.start(in: folder) {
        (self.port, self.shell) = (port, shell)
        return
      }
    }
    throw DidNotStart(output: (try? folder.text(of: "output")) ?? "")
  }

  deinit {
    shell.closeInput()
  }

  struct DidNotStart: Error {
    let output: String
  }

  private static func start(in folder: ScratchFolder) async throws -> (UInt16, ChildProcess)? {
    guard let program else { throw DidNotStart(output: absence) }
    let port = try unusedPort()
    try configuration(folder.url.path, port).write(to: folder.file("nginx.conf"), atomically: true, encoding: .utf8)
    let shell = try ChildProcess(
      URL(filePath: "/bin/sh"),
      [
        "-c", #""$@" & server=$!; read -r end; kill "$server"; wait "$server""#, "sh",
        program.path, "-p", folder.url.path, "-c", folder.file("nginx.conf").path,
      ],
      output: folder.file("output"))
    // The start of another process is not an event that a test could wait for.
    let isUp = await eventually("nginx to listen", showing: { shell.output }) {
      shell.hasEnded || shell.output.contains("[emerg]") || isListening(at: port)
    }
    if isUp, !shell.hasEnded, !shell.output.contains("[emerg]") { return (port, shell) }
    shell.closeInput()
    await shell.ended()
    return nil
  }

  private static func unusedPort() throws -> UInt16 {
    let socket = try ServerSocket(listeningAt: "127.0.0.1")
    defer { socket.close() }
    return socket.port
  }

  private static func isListening(at port: UInt16) -> Bool {
    guard let socket = try? ServerSocket(connectingTo: "127.0.0.1", port: port) else { return false }
    socket.close()
    return true
  }

  /// As root, the server would run its workers as a user without access to the folder of a test.
  private static func configuration(_ folder: String, _ port: UInt16) -> String {
    """
    daemon off;
    worker_processes 2;
    pid \(folder)/pid;
    error_log stderr;
    \(geteuid() == 0 ? "user root;" : "")
    events { worker_connections 256; }
    http {
      log_format told '$status\t$request_uri\t$http_range\t$http_if_range\t$sent_http_content_range';
      access_log \(folder)/access told;
      client_body_temp_path \(folder)/temporary;
      proxy_temp_path \(folder)/temporary;
      fastcgi_temp_path \(folder)/temporary;
      uwsgi_temp_path \(folder)/temporary;
      scgi_temp_path \(folder)/temporary;
      sendfile on;
      server {
        listen 127.0.0.1:\(port);
        location / { root \(folder)/site; }
        location /slow/ { alias \(folder)/site/; limit_rate 1m; }
      }
    }
    """
  }
}

extension NginxServer {
  func url(_ name: String) -> URL { URL(string: "http://127.0.0.1:\(port)/\(name)")! }

  /// Serves bytes under a name, instead of earlier ones. The entity tag consists of the size and the time.
  func serve(_ bytes: Data, as name: String, version: Int = 1) throws {
    let file = folder.file("site").appending(component: name)
    let new = folder.file("new")
    try bytes.write(to: new)
    let time = Date(timeIntervalSince1970: 1_700_000_000 + Double(version))
    try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: new.path)
    _ = try? FileManager.default.removeItem(at: file)
    try FileManager.default.moveItem(at: new, to: file)
  }

  /// A line of the server's log. A field is nil if the request or the response does not have it.
  struct Served: Sendable, Hashable {
    var status: Int
    var target: String
    var range: String?
    var ifRange: String?
    var contentRange: String?
  }

  /// The completed requests of a target, in the order of completion.
  ///
  /// The server writes the log after the last byte of a response, so a client may complete before that.
  func served(_ target: String) -> [Served] {
    let log = (try? folder.text(of: "access")) ?? ""
    return log.split(separator: "\n").compactMap { line -> Served? in
      let words = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard words.count == 5, let status = Int(words[0]), words[1] == target else { return nil }
      let fields = words[2...].map { $0 == "-" ? nil : $0 }
      return Served(status: status, target: words[1], range: fields[0], ifRange: fields[1], contentRange: fields[2])
    }
  }

  /// Waits for a number of completed requests of a target.
  func served(
    _ target: String, atLeast count: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) async -> [Served] {
    await eventually(
      "\(count) lines about \(target) in the log", showing: { "\(served(target))" }, sourceLocation: sourceLocation
    ) { served(target).count >= count }
    return served(target)
  }
}
