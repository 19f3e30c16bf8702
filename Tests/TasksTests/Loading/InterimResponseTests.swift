import Testing
import TidingsTasks

/// Responses that say that another one follows (RFC 9110, 15.2).
@Suite(.timeLimit(.minutes(10)))
struct InterimResponseTests {
  private static let sequences = [
    ["100 Continue"], ["102 Processing"], ["103 Early Hints\r\nLink: </style.css>; rel=preload"],
    ["100 Continue", "102 Processing", "103 Early Hints", "103 Early Hints"],
  ]

  private func server(_ interim: [String], status: String = "200 OK") throws -> LoopbackServer {
    try LoopbackServer { connection in
      for response in interim { connection.send("HTTP/1.1 \(response)\r\n\r\n") }
      connection.send(status: status, headers: ["Content-Length: 5"], body: "final")
    }
  }

  @Test(arguments: sequences)
  func `a response that follows interim ones is the one that counts`(interim: [String]) async throws {
    let server = try server(interim)
    let task = URLSession.shared.publishedTask(for: TransferRequest(server.request()), decoding: .string)
    #expect(try await Recording(task).result.get() == "final")
  }

  @Test(arguments: sequences)
  func `an upload ends with the final response`(interim: [String]) async throws {
    let server = try server(interim)
    var request = server.request()
    request.httpMethod = "PUT"
    request.setValue("100-continue", forHTTPHeaderField: "Expect")
    let task = URLSession.shared.publishedTask(
      for: TransferRequest(request), uploading: .data(Data("some".utf8)), decoding: .string)
    #expect(try await Recording(task).result.get() == "final")
  }

  @Test(arguments: sequences)
  func `a failure has the status of the final response`(interim: [String]) async throws {
    let server = try server(interim, status: "404 Not Found")
    let result = await Recording(URLSession.shared.publishedTask(for: TransferRequest(server.request()))).result
    let error = try #require(throws: TransferError.self) { try result.get() }
    #expect(error.reason == .unacceptableStatus(404))
  }
}
