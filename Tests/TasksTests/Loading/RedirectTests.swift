import Foundation
import Testing
import TidingsCore
import TidingsTasks

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10)))
struct RedirectTests {
  private static let credentials = ["Authorization: Bearer secret", "Cookie: id=secret"]

  private func follow(from request: URLRequest) async throws {
    let folder = try ScratchFolder()
    var request = request
    request.setValue("Bearer secret", forHTTPHeaderField: "Authorization")
    request.setValue("id=secret", forHTTPHeaderField: "Cookie")
    request.setValue("text/plain", forHTTPHeaderField: "Accept")
    let task = URLSession.shared.publishedTask(downloading: request, to: folder.file())
    _ = try await Recording(task).result.get()
    #expect(try folder.text() == "arrived")
  }

  @Test func leavesCredentialsBehindWhenItGoesElsewhere() async throws {
    let elsewhere = try LoopbackServer(body: "arrived")
    let target = try #require(elsewhere.request("target").url)
    let server = try LoopbackServer { connection in
      connection.send(status: "302 Found", headers: ["Location: \(target)", "Content-Length: 0"])
    }
    try await follow(from: server.request())

    let (first, second) = try (#require(server.requests.first), #require(elsewhere.requests.first))
    #expect(Self.credentials.allSatisfy { first.contains($0) })
    #expect(!second.contains("secret"))
    #expect(second.contains("Accept: text/plain"))
  }

  @Test func leavesCredentialsOfItsConfigurationBehindAsWell() async throws {
    let elsewhere = try LoopbackServer(body: "arrived")
    let target = try #require(elsewhere.request("target").url)
    let server = try LoopbackServer { connection in
      connection.send(status: "302 Found", headers: ["Location: \(target)", "Content-Length: 0"])
    }
    let folder = try ScratchFolder()
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpAdditionalHeaders = ["Authorization": "Bearer secret"]
    let session = URLSession(configuration: configuration)
    let task = session.publishedTask(downloading: server.request(), to: folder.file())
    _ = try await Recording(task).result.get()
    #expect(server.requests.first?.contains("Bearer secret") == true)
    #expect(elsewhere.requests.first?.contains("secret") == false)
  }

  @Test func keepsCredentialsOnTheSameServer() async throws {
    let server = try LoopbackServer { connection in
      if connection.head.hasPrefix("GET /target ") {
        connection.send(status: "200 OK", headers: ["Content-Length: 7"], body: "arrived")
      } else {
        connection.send(status: "302 Found", headers: ["Location: /target", "Content-Length: 0"])
      }
    }
    try await follow(from: server.request())
    #expect(server.requests.count == 2)
    #expect(Self.credentials.allSatisfy { server.requests.last?.contains($0) == true })
  }
}
