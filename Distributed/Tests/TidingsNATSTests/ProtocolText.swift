import Foundation
import NATSServer

extension NATSServer {
  /// Sends text of the protocol over a connection of its own, and waits for the response to its `PING`.
  ///
  /// - Parameter protocolText: The text, with the escapes of `printf`.
  func receive(_ protocolText: String) async throws {
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/bash")
    shell.arguments = [
      "-c", #"exec 3<>"/dev/tcp/127.0.0.1/$0"; printf "$1" >&3; grep -q -m 1 PONG <&3"#, "\(port)", protocolText,
    ]
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    shell.terminationHandler = { _ in end.finish() }
    try shell.run()
    for await _ in ends {}
  }
}
