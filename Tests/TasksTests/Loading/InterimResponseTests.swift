import Testing
import TidingsTasks

/// Interim responses, after which the final one follows (RFC 9110, 15.2).
@Suite(.timeLimit(.minutes(10)))
struct InterimResponseTests {
  private static let sequences = [
    ["100 Continue"], ["102 Processing"], ["103 Early Hints\r\nLink: </style.css>; rel=preload"],
    ["100 Continue", "102 Processing", "103 Early Hints", "103 Early Hints"],
  ]

  @Test(arguments: sequences, ["200 OK", "404 Not Found"])
  func `a transfer and an upload end with the final response`(interim: [String], status: String) async throws {
    let server = try LoopbackServer { connection in
      for response in interim { connection.send("HTTP/1.1 \(response)\r\n\r\n") }
      connection.send(status: status, headers: ["Content-Length: 5"], body: "final")
    }
    var upload = server.request()
    upload.httpMethod = "PUT"
    upload.setValue("100-continue", forHTTPHeaderField: "Expect")
    for task in [
      URLSession.shared.publishedTask(for: server.request(), decoding: .string),
      URLSession.shared.publishedTask(for: upload, uploading: .data(Data("some".utf8)), decoding: .string),
    ] {
      let recording = Recording(task)
      if status == "200 OK" {
        #expect(try await recording.result.get() == "final")
      } else {
        #expect(await recording.failure()?.reason == .unacceptableStatus(404))
      }
    }
  }
}
