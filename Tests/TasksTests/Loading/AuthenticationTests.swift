import Testing
import TidingsAdapters
import TidingsCore
import TidingsTasks

/// Authentication challenges are answered by the delegate of the session.
@Suite(.timeLimit(.minutes(10)))
struct AuthenticationTests {
  typealias Answer = @Sendable (URLAuthenticationChallenge) -> (URLSession.AuthChallengeDisposition, URLCredential?)

  /// Answers each challenge with the given answer, and records it.
  private final class Delegate: NSObject, URLSessionTaskDelegate {
    let challenges = Locked<[String]>([])
    private let answer: Answer

    init(_ answer: @escaping Answer) {
      self.answer = answer
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      let space = challenge.protectionSpace
      challenges.withLock { $0.append("\(space.authenticationMethod) \(space.realm ?? "-")") }
      let (disposition, credential) = answer(challenge)
      completionHandler(disposition, credential)
    }
  }

  enum Scheme: Sendable, CaseIterable {
    case basic, digest

    var challenge: String {
      switch self {
      case .basic: "WWW-Authenticate: Basic realm=\"here\""
      case .digest: "WWW-Authenticate: Digest realm=\"here\", nonce=\"0123456789abcdef\", algorithm=MD5, qop=\"auth\""
      }
    }

    var method: String {
      switch self {
      case .basic: NSURLAuthenticationMethodHTTPBasic
      case .digest: NSURLAuthenticationMethodHTTPDigest
      }
    }

    /// The beginning of the header with the right credential, in lower case.
    var authorization: String {
      switch self {
      case .basic: "authorization: basic " + Data("me:secret".utf8).base64EncodedString().lowercased()
      case .digest: "authorization: digest username=\"me\""
      }
    }
  }

  private func server(_ scheme: Scheme, _ challenge: String? = nil) throws -> LoopbackServer {
    try LoopbackServer { connection in
      if connection.head.lowercased().contains(scheme.authorization) {
        connection.send(status: "200 OK", headers: ["Content-Length: 7"], body: "welcome")
      } else {
        let challenge = challenge ?? scheme.challenge
        connection.send(status: "401 Unauthorized", headers: [challenge, "Content-Length: 2"], body: "no")
      }
    }
  }

  private static func credential(_ password: String) -> URLCredential {
    URLCredential(user: "me", password: password, persistence: .none)
  }

  /// Returns the result of a transfer, and the challenges of its session.
  private func load(
    _ server: LoopbackServer, answer: Answer?, configure: (inout TransferRequest) -> Void = { _ in }
  ) async -> (Result<String, any Error>, challenges: [String]) {
    let delegate = answer.map(Delegate.init)
    let session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
    defer { session.invalidateAndCancel() }
    var request = TransferRequest(server.request())
    configure(&request)
    let result = await session.publishedTask(for: request, decoding: .string).result()
    return (result, delegate?.challenges.withLock { $0 } ?? [])
  }

  private func failure(_ result: Result<String, any Error>) -> TransferError? {
    if case .failure(let error) = result { error as? TransferError } else { nil }
  }

  /// Foundation on Linux supports only Basic authentication.
  static let supported: [Scheme] = {
    #if canImport(FoundationNetworking)
      [.basic]
    #else
      Scheme.allCases
    #endif
  }()

  @Test(arguments: supported)
  func `the delegate of the session is asked, and its credential is used`(scheme: Scheme) async throws {
    let (result, challenges) = await load(try server(scheme)) { challenge in
      challenge.previousFailureCount == 0
        ? (.useCredential, Self.credential("secret")) : (.cancelAuthenticationChallenge, nil)
    }
    #expect(try result.get() == "welcome")
    #expect(challenges == ["\(scheme.method) here"])
  }

  @Test func `a download authenticates as well`() async throws {
    let server = try server(.basic)
    let folder = ScratchFolder()
    let delegate = Delegate { _ in (.useCredential, Self.credential("secret")) }
    let session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
    defer { session.invalidateAndCancel() }
    _ = try await session.publishedTask(downloading: server.request(), to: folder.file()).result().get()
    #expect(try folder.text() == "welcome")
  }

  @Test(
    arguments: Scheme.allCases,
    [nil, URLSession.AuthChallengeDisposition.performDefaultHandling, .rejectProtectionSpace])
  func `a rejected challenge, or one without a delegate, is an ordinary failure`(
    scheme: Scheme, disposition: URLSession.AuthChallengeDisposition?
  ) async throws {
    let answer: Answer? = if let disposition { { _ in (disposition, nil) } } else { nil }
    let (result, challenges) = await load(try server(scheme), answer: answer)
    #expect(failure(result)?.reason == .unacceptableStatus(401))
    if Self.supported.contains(scheme) { #expect(challenges.count == (disposition == nil ? 0 : 1)) }
  }

  #if canImport(FoundationNetworking)
    @Test(arguments: [
      Scheme.digest.challenge, "WWW-Authenticate: Digest realm=\"here\", nonce=\"1\"", "WWW-Authenticate: Negotiate",
      "WWW-Authenticate: Other realm=\"here\"",
    ])
    func `a credential for a method that Foundation does not support does not end the process`(
      challenge: String
    ) async throws {
      let server = try server(.digest, challenge)
      let (result, _) = await load(server) { _ in (.useCredential, Self.credential("secret")) }
      #expect(failure(result)?.reason == .unacceptableStatus(401))
    }
  #endif

  #if canImport(FoundationNetworking)
    @Test func `a challenge to a request whose body is a stream is not answered, because the stream is consumed`()
      async throws
    {
      let (result, challenges) = await load(try server(.basic)) { _ in
        (.useCredential, Self.credential("secret"))
      } configure: {
        $0.urlRequest.httpMethod = "POST"
        $0.urlRequest.httpBodyStream = InputStream(data: Data("once".utf8))
      }
      #expect(failure(result)?.reason == .unacceptableStatus(401))
      #expect(challenges.isEmpty)
    }
  #endif

  @Test func `the body of a rejected challenge is received if its status is acceptable`() async throws {
    let (result, _) = await load(try server(.basic)) { _ in
      (.rejectProtectionSpace, nil)
    } configure: {
      $0.acceptableResponses.statusCodes = [401]
    }
    #expect(try result.get() == "no")
  }

  @Test func `a cancelled challenge fails the transfer, and is not retried`() async throws {
    let (result, challenges) = await load(try server(.basic)) { _ in
      (.cancelAuthenticationChallenge, nil)
    } configure: {
      $0.retryPolicy = RetryPolicy(attempts: 3, backoff: .constant(.zero))
    }
    #expect(failure(result)?.reason == .connectionFailed)
    #expect(failure(result)?.isWorthRetrying == false)
    #expect(challenges.count == 1)
  }

  @Test func `a wrong credential does not lead to an endless loop`() async throws {
    let (result, _) = await load(try server(.basic)) { challenge in
      challenge.previousFailureCount < 2
        ? (.useCredential, Self.credential("wrong")) : (.performDefaultHandling, nil)
    }
    #expect(failure(result)?.reason == .unacceptableStatus(401))
  }

  #if canImport(FoundationNetworking)
    /// Foundation asks the delegate at the end of the body, so the body is kept until then.
    @Test func `an endless challenge is an ordinary failure`() async throws {
      let server = try LoopbackServer { connection in
        connection.send(status: "401 Unauthorized", headers: [Scheme.basic.challenge])
        while connection.send(Data(count: 1 << 20)) {}
      }
      let (result, _) = await load(server) { _ in (.useCredential, Self.credential("secret")) }
      #expect(failure(result)?.reason == .unacceptableStatus(401))
      #expect(server.requests.count == 1)
    }
  #endif
}
