import Testing
import TidingsCore
import TidingsTasks

@Suite(.timeLimit(.minutes(10)))
struct RedirectTests {
  private let folder = ScratchFolder()

  @Test func `accepts a URL with a scheme in capitals`() async throws {
    let server = try LoopbackServer { connection in
      if connection.head.hasPrefix("GET /target ") {
        connection.send(status: "200 OK", headers: ["Content-Length: 7"], body: "arrived")
      } else {
        let host = connection.head.split(separator: "\r\n").first { $0.hasPrefix("Host: ") }?.dropFirst(6) ?? ""
        connection.send(status: "302 Found", headers: ["Location: HTTP://\(host)/target", "Content-Length: 0"])
      }
    }
    var request = server.request()
    request.url = URL(string: "HTTP" + server.url().absoluteString.dropFirst(4))
    request.setValue("Bearer secret", forHTTPHeaderField: "Authorization")
    request.setValue("id=secret", forHTTPHeaderField: "Cookie")
    _ = try await folder.download(request).result().get()
    #expect(try folder.text() == "arrived")
    #expect(server.requests.count == 2)
    for field in ["Authorization: Bearer secret", "Cookie: id=secret"] {
      #expect(server.requests.last?.contains(field) == true)
    }
  }

  @Test func `a redirect that is not followed is a response if its status is acceptable`() async throws {
    let server = try LoopbackServer(redirectingTo: "/elsewhere")
    let request = server.request().with { ($0.redirectPolicy, $0.acceptableResponses.statusCodes) = (.none, [302]) }
    let task = URLSession.shared.publishedTask(for: request, decoding: .withResponse(.data))
    let response = try await task.result().get().response
    #expect(response.statusCode == 302)
    #expect(response.value(forHTTPHeaderField: "Location") == "/elsewhere")
    #expect(server.requests.count == 1)
  }

  @Test(arguments: [307, 308])
  func `does not repeat a request whose body was a stream`(status: Int) async throws {
    let server = try LoopbackServer(redirectingTo: "/elsewhere", status: "\(status) Redirect")
    var request = server.request()
    request.httpMethod = "POST"
    request.httpBodyStream = InputStream(data: Data("once".utf8))
    let error = await URLSession.shared.publishedTask(for: request).failure()
    #expect(error?.reason == .redirectRefused("its body is a stream, which cannot be sent again"))
    #expect(server.requests.count == 1)
  }

  /// Adds a header to the first request.
  private struct KeyTransport: Transport {
    func prepare(_ request: URLRequest) -> URLRequest {
      var request = request
      request.setValue("secret", forHTTPHeaderField: "X-API-Key")
      return request
    }

    func perform(_ exchange: HTTPExchange) async throws { try await URLSession.shared.perform(exchange) }
  }

  @Test func `sends the headers that a transport adds only to the first origin`() async throws {
    let elsewhere = try LoopbackServer(body: "arrived")
    let server = try LoopbackServer(redirectingTo: elsewhere.url("target").absoluteString)
    var request = server.request()
    request.setValue("public", forHTTPHeaderField: "X-Other")
    _ = try await folder.download(request, by: KeyTransport()).result().get()
    #expect(server.requests.first?.lowercased().contains("x-api-key: secret") == true)
    #expect(elsewhere.requests.first?.contains("secret") == false)
    #expect(elsewhere.requests.first?.contains("public") == true)
  }

  @Test func `also removes credentials of its configuration`() async throws {
    let elsewhere = try LoopbackServer(body: "arrived")
    let server = try LoopbackServer(redirectingTo: elsewhere.url("target").absoluteString)
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpAdditionalHeaders = ["Authorization": "Bearer secret"]
    let session = URLSession(configuration: configuration)
    _ = try await folder.download(server.request(), by: session).result().get()
    #expect(server.requests.first?.contains("Bearer secret") == true)
    #expect(elsewhere.requests.first?.contains("secret") == false)
  }
}
