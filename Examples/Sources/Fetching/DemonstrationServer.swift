import FlyingFox
import FlyingSocks
import Foundation

/// An HTTP server on loopback that sends a few files slowly enough to show their progress.
package struct DemonstrationServer: Sendable {
  /// The files with their URLs.
  package let files: [(address: String, file: GeneratedFile)]

  private let serving: Task<Void, any Error>

  /// Starts a server at an unused port.
  ///
  /// - Parameter bytesPerSecond: The speed at which each file is sent.
  package init(files: [GeneratedFile] = .demonstration, bytesPerSecond: Int) async throws {
    let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled)
    for file in files {
      let served = ServedFile(file, bytesPerSecond: bytesPerSecond)
      await server.appendRoute(HTTPRoute("GET /\(file.name)")) { served.response(to: $0) }
    }
    serving = Task { try await server.run() }
    try await server.waitUntilListening()
    guard case .ip4(let host, let port)? = await server.listeningAddress else { throw SocketError.unsupportedAddress }
    self.files = files.map { ("http://\(host):\(port)/\($0.name)", $0) }
  }

  package func stop() {
    serving.cancel()
  }
}

extension [GeneratedFile] {
  package static var demonstration: Self {
    [("morning.bin", 5), ("noon.bin", 4), ("evening.bin", 3), ("night.bin", 2)].map { name, mebibytes in
      GeneratedFile(name: name, byteCount: mebibytes << 20 + name.count)
    }
  }
}
