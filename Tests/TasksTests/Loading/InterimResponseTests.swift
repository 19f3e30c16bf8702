import TestSupport
import Testing

@testable import TidingsTasks

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

  /// Passes an interim response in the last of the ten parts into which the idle timeout is divided.
  private struct Interim: Transport, Clock {
    let now = ContinuousClock.now
    let minimumResolution = Duration.nanoseconds(1)
    let measurements = EventState(0)
    let hasPassedInterim = EventState(false)

    func perform(_ exchange: HTTPExchange) async throws {
      await measurements.wait(for: "the last part of the idle timeout") { $0 == 10 }
      let url = try #require(exchange.request.url)
      SessionTask(exchange).receive(
        try #require(HTTPURLResponse(url: url, statusCode: 102, httpVersion: nil, headerFields: nil)))
      hasPassedInterim.change { $0 = true }
      await measurements.wait(for: "a new measurement") { $0 == 11 }
      try exchange.receive(status: 200)
    }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
      let number = measurements.change { count in
        count += 1
        return count
      }
      if number == 10 { await hasPassedInterim.wait(for: "the interim response") { $0 } }
      if number > 10 { await waitForCancellation() }
    }
  }

  @Test func `an interim response restarts the idle timeout`() async throws {
    let transport = Interim()
    let request = try #require(URL(string: "http://host/file")).with { $0.idleClock = transport }
    #expect(try await transport.publishedTask(for: request).result().get().isEmpty)
  }
}
