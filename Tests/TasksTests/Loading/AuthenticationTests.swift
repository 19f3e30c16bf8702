import Testing
import TidingsAdapters
import TidingsCore
import TidingsTasks

/// Authentication challenges are answered by the delegate of the session.
@Suite(.timeLimit(.minutes(10)))
struct AuthenticationTests {
  typealias Answer = (URLSession.AuthChallengeDisposition, URLCredential?)

  /// Answers each challenge with the given answer, and records it.
  private final class Delegate: NSObject, URLSessionTaskDelegate {
    let challenges = Locked<[String]>([])
    private let answer: @Sendable (URLAuthenticationChallenge) -> Answer

    init(_ answer: @escaping @Sendable (URLAuthenticationChallenge) -> Answer) {
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

    /// The beginning of the header with the right credential, in small letters.
    var authorization: String {
      switch self {
      case .basic: "authorization: basic " + Data("me:secret".utf8).base64EncodedString().lowercased()
      case .digest: "authorization: digest username=\"me\""
      }
    }
  }

  private func server(_ scheme: Scheme) throws -> LoopbackServer {
    try LoopbackServer { connection in
      if connection.head.lowercased().contains(scheme.authorization) {
        connection.send(status: "200 OK", headers: ["Content-Length: 7"], body: "welcome")
      } else {
        connection.send(status: "401 Unauthorized", headers: [scheme.challenge, "Content-Length: 2"], body: "no")
      }
    }
  }

  private func session(_ delegate: (any URLSessionDelegate)?) -> URLSession {
    URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
  }

  private func failure(_ task: TransferTask<String>) async -> TransferError? {
    guard case .failure(let error as TransferError) = await Recording(task).result else { return nil }
    return error
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
    let server = try server(scheme)
    let delegate = Delegate { challenge in
      challenge.previousFailureCount == 0
        ? (.useCredential, URLCredential(user: "me", password: "secret", persistence: .none))
        : (.cancelAuthenticationChallenge, nil)
    }
    let session = session(delegate)
    let task = session.publishedTask(for: server.request(), decoding: .string)
    #expect(try await Recording(task).result.get() == "welcome")
    #expect(delegate.challenges.withLock { $0 } == ["\(scheme.method) here"])
    session.invalidateAndCancel()
  }

  @Test func `a download authenticates as well`() async throws {
    let server = try server(.basic)
    let folder = ScratchFolder()
    let delegate = Delegate { _ in
      (.useCredential, URLCredential(user: "me", password: "secret", persistence: .none))
    }
    let session = session(delegate)
    _ = try await Recording(session.publishedTask(downloading: server.request(), to: folder.file())).result.get()
    #expect(try folder.text() == "welcome")
    session.invalidateAndCancel()
  }

  @Test(arguments: Scheme.allCases)
  func `a challenge that is refused is an ordinary failure`(scheme: Scheme) async throws {
    let server = try server(scheme)
    for disposition in [URLSession.AuthChallengeDisposition.performDefaultHandling, .rejectProtectionSpace] {
      let delegate = Delegate { _ in (disposition, nil) }
      let session = session(delegate)
      let error = await failure(session.publishedTask(for: server.request(), decoding: .string))
      #expect(error?.reason == .unacceptableStatus(401), "\(disposition)")
      if Self.supported.contains(scheme) { #expect(delegate.challenges.withLock { $0.count } == 1) }
      session.invalidateAndCancel()
    }
  }

  #if canImport(FoundationNetworking)
    @Test func `a credential for a method that Foundation does not support does not end the process`() async throws {
      let challenges = [
        Scheme.digest.challenge, "WWW-Authenticate: Digest realm=\"here\", nonce=\"1\"",
        "WWW-Authenticate: Negotiate", "WWW-Authenticate: Other realm=\"here\"",
      ]
      for challenge in challenges {
        let server = try LoopbackServer { connection in
          connection.send(status: "401 Unauthorized", headers: [challenge, "Content-Length: 2"], body: "no")
        }
        let delegate = Delegate { _ in
          (.useCredential, URLCredential(user: "me", password: "secret", persistence: .none))
        }
        let session = session(delegate)
        let error = await failure(session.publishedTask(for: server.request(), decoding: .string))
        #expect(error?.reason == .unacceptableStatus(401), "\(challenge)")
        session.invalidateAndCancel()
      }
    }
  #endif

  @Test func `the body of a refused challenge is received if its status is accepted`() async throws {
    let server = try server(.basic)
    let session = session(Delegate { _ in (.rejectProtectionSpace, nil) })
    var request = TransferRequest(server.request())
    request.acceptableResponses.statusCodes = [401]
    #expect(try await Recording(session.publishedTask(for: request, decoding: .string)).result.get() == "no")
    session.invalidateAndCancel()
  }

  @Test func `a cancelled challenge fails the transfer, and is not retried`() async throws {
    let server = try server(.basic)
    let delegate = Delegate { _ in (.cancelAuthenticationChallenge, nil) }
    let session = session(delegate)
    var request = TransferRequest(server.request())
    request.retryPolicy = RetryPolicy(attempts: 3, backoff: .constant(.zero))
    let error = await failure(session.publishedTask(for: request, decoding: .string))
    #expect(error?.reason == .connectionFailed)
    #expect(error?.isWorthRetrying == false)
    #expect(delegate.challenges.withLock { $0.count } == 1)
    session.invalidateAndCancel()
  }

  @Test func `a wrong credential does not lead to an endless loop`() async throws {
    let server = try server(.basic)
    let delegate = Delegate { challenge in
      challenge.previousFailureCount < 2
        ? (.useCredential, URLCredential(user: "me", password: "wrong", persistence: .none))
        : (.performDefaultHandling, nil)
    }
    let session = session(delegate)
    let error = await failure(session.publishedTask(for: server.request(), decoding: .string))
    #expect(error?.reason == .unacceptableStatus(401))
    session.invalidateAndCancel()
  }

  #if canImport(FoundationNetworking)
    /// Foundation asks the delegate at the end of the body, so the body is kept until then.
    @Test func `an endless challenge is an ordinary failure`() async throws {
      let server = try LoopbackServer { connection in
        connection.send(status: "401 Unauthorized", headers: [Scheme.basic.challenge])
        while connection.send(Data(count: 1 << 20)) {}
      }
      let delegate = Delegate { _ in
        (.useCredential, URLCredential(user: "me", password: "secret", persistence: .none))
      }
      let session = session(delegate)
      let error = await failure(session.publishedTask(for: server.request(), decoding: .string))
      #expect(error?.reason == .unacceptableStatus(401))
      #expect(server.requests.count == 1)
      session.invalidateAndCancel()
    }
  #endif

  @Test(arguments: Scheme.allCases)
  func `without a delegate a challenge is an ordinary failure`(scheme: Scheme) async throws {
    let server = try server(scheme)
    let error = await failure(session(nil).publishedTask(for: server.request(), decoding: .string))
    #expect(error?.reason == .unacceptableStatus(401))
  }
}
