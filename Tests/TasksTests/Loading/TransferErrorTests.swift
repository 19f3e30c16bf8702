import TestSupport
import Testing
import TidingsCore
import TidingsTasks

/// The errors of failed downloads, which leave no files.
@Suite(.timeLimit(.minutes(10)))
struct TransferErrorTests {
  private let folder = ScratchFolder()

  init() throws {
    try Data("what stood there".utf8).write(to: folder.file())
  }

  /// Returns the error of a download, after checking that it left all files unchanged.
  private func error(_ request: URLRequest) async throws -> TransferError {
    let error = await folder.download(request).failure()
    #expect(try folder.names == ["file"])
    #expect(try folder.text() == "what stood there")
    return try #require(error)
  }

  @Test(arguments: ["ftp://host/file", "file:///etc/hosts", "host/file", "http:///file", "mailto:a@host"])
  func `rejects a URL with an unsupported scheme or without a host`(address: String) async throws {
    let error = try await error(URLRequest(url: URL(string: address)!))
    #expect(error.reason == .unsupportedURL(address))
    #expect(!error.isWorthRetrying)
    #expect(
      error.description == """
        “\(address)” is not an http or https URL with a host. Use an http or https URL.
        """)
  }

  @Test func `contains no secrets of a URL in the text of an invalid setting`() {
    let error = TransferError(.invalidSetting("proxy is http://me:secret@host/?token=secret, and must be another one"))
    #expect(error.reason == .invalidSetting("proxy is http://host/ and must be another one"))
  }

  @Test func `includes the cause of a failed connection`() async throws {
    let error = try await LoopbackServer.withDeafServer { try await self.error($0) }
    #expect(error.reason == .connectionFailed)
    #expect((error.underlying as? URLError)?.code == .cannotConnectToHost)
    #expect(error.isWorthRetrying)
    let address = try #require(error.url).absoluteString
    #expect(error.description.hasPrefix("The connection to \(address) failed: "))
    #expect(error.description.hasSuffix(". Check the network and the URL, then try again."))
  }

  @Test(arguments: [
    ("SSL certificate problem: self-signed certificate", false),
    ("SSL: no alternative certificate subject name matches target host name 'host'", false),
    ("Recv failure: Connection reset by peer", true),
  ])
  func `a certificate that Foundation rejects is not worth retrying`(text: String, isWorthRetrying: Bool) {
    // Foundation on Linux has no code for it.
    let cause = URLError(.unknown, userInfo: [NSLocalizedDescriptionKey: text])
    let error = TransferError(.connectionFailed, url: Self.address, underlying: cause)
    #expect(error.isWorthRetrying == isWorthRetrying)
    #expect(
      error.description.contains(": \(text). Check the \(isWorthRetrying ? "network" : "credentials, the cert")"))
  }

  @Test func `contains no user, password, query or fragment of the URL of a failed connection`() async throws {
    let error = try await LoopbackServer.withDeafServer { request in
      var parts = try #require(request.url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: true) })
      (parts.user, parts.password, parts.query, parts.fragment) = ("somebody", "hunter2", "token=signature", "part")
      return try await self.error(URLRequest(url: try #require(parts.url)))
    }
    #expect((error.underlying as? URLError)?.code == .cannotConnectToHost)
    expectNoSecrets(in: error)
    let cause = try #require(error.underlying) as NSError
    #expect(cause.userInfo[NSURLErrorFailingURLErrorKey] as? URL == error.url)
    #expect(error.description.contains(try #require(error.url).absoluteString))
  }

  private static let address = URL(string: "https://somebody:hunter2@host:8443/file?token=signature#part")!
  private static let secrets = ["somebody", "hunter2", "token", "signature", "part"]

  /// An error shows only the path of ``address``, in every kind of description.
  private func expectNoSecrets(in error: TransferError, sourceLocation: SourceLocation = #_sourceLocation) {
    var dumped = ""
    dump(error, to: &dumped)
    let cause = error.underlying.map { $0 as NSError }
    let texts = [
      "\(error)", String(reflecting: error), dumped, error.localizedDescription, "\(error.reason)",
      cause.map { "\($0)" } ?? "", "\(cause?.userInfo ?? [:])", cause?.localizedDescription ?? "",
    ]
    for text in texts {
      for secret in Self.secrets { #expect(!text.contains(secret), sourceLocation: sourceLocation) }
    }
  }

  @Test func `an error of Foundation keeps its type, its code and its URLs without secrets`() throws {
    let (address, text) = (Self.address, Self.address.absoluteString)
    let info: [String: Any] = [
      NSUnderlyingErrorKey: NSError(domain: "Inner", code: 1, userInfo: [NSURLErrorFailingURLErrorKey: address]),
      NSLocalizedDescriptionKey: "No response from <\(text)>", "NSErrorFailingURLStringKey": text,
      NSURLErrorFailingURLErrorKey: address, "addresses": [address], "nested": ["by name": text], "count": 3,
      "task": URLRequest(url: address), "data": Data(text.utf8),
    ]
    var error = TransferError(.connectionFailed, underlying: NSError(domain: "Outer", code: 2, userInfo: info))
    expectNoSecrets(in: error)
    let kept = try #require(error.underlying as? NSError)
    #expect(kept.domain == "Outer" && kept.code == 2)
    #expect(kept.userInfo["count"] as? Int == 3)
    #expect(kept.userInfo["NSErrorFailingURLStringKey"] as? String == "https://host:8443/file")
    #expect(kept.localizedDescription == "No response from <https://host:8443/file>")
    #expect((kept.userInfo[NSUnderlyingErrorKey] as? NSError)?.domain == "Inner")

    error.underlying = URLError(.timedOut, userInfo: info)
    #expect((error.underlying as? URLError)?.code == .timedOut)
    expectNoSecrets(in: error)
    error.underlying = CocoaError(.fileNoSuchFile, userInfo: info)
    #expect((error.underlying as? CocoaError)?.code == .fileNoSuchFile)
    expectNoSecrets(in: error)
    error.underlying = POSIXError(.EIO, userInfo: info)
    #expect((error.underlying as? POSIXError)?.code == .EIO)
    expectNoSecrets(in: error)
  }

  private struct PlainFailure: Error { var number = 1 }
  private struct FailureWithRequest: Error { var request: URLRequest }
  private struct FailureWithAddress: Error { var cause: (any Error)?, texts: [String] = [] }
  private struct FailureWithText: LocalizedError {
    var errorDescription: String? { "No way to \(TransferErrorTests.address)" }
  }

  @Test func `an error of a custom transport is kept if it contains no more of the URL than its path`() {
    #expect(TransferError(.connectionFailed, underlying: PlainFailure()).underlying is PlainFailure)
    let harmless = FailureWithAddress(texts: ["https://host:8443/file"])
    #expect(TransferError(.connectionFailed, underlying: harmless).underlying is FailureWithAddress)
  }

  private struct FailureWithBytes: Error { var bytes: [UInt8] }

  @Test func `an error of a custom transport that is too large to search is replaced`() {
    let few = FailureWithBytes(bytes: Array(repeating: 1, count: 100))
    #expect(TransferError(.connectionFailed, underlying: few).underlying is FailureWithBytes)
    let many = FailureWithBytes(bytes: Array(repeating: 1, count: 1_000_000))
    let kept = TransferError(.connectionFailed, underlying: many).underlying as? NSError
    #expect(kept?.domain.contains("FailureWithBytes") == true)
    #expect(kept?.localizedDescription.count ?? .max < 1_000)
  }

  @Test func `an error of a custom transport is replaced if it contains a request or secrets of a URL`() throws {
    let failures: [any Error] = [
      FailureWithRequest(request: URLRequest(url: URL(string: "https://host/")!)),
      FailureWithAddress(texts: [Self.address.absoluteString]), FailureWithText(),
      FailureWithAddress(cause: URLError(.timedOut, userInfo: [NSURLErrorFailingURLErrorKey: Self.address])),
    ]
    for failure in failures {
      let error = TransferError(.connectionFailed, underlying: failure)
      expectNoSecrets(in: error)
      #expect(error.underlying.map { type(of: $0) is NSError.Type } == true)
      #expect((error.underlying as? NSError)?.domain.contains("Failure") == true)
    }
    let described = TransferError(.connectionFailed, underlying: FailureWithText())
    #expect(described.description.contains("No way to https://host:8443/file"))
  }

  @Test func `a decoding error keeps its type, without URLs of the body`() throws {
    let body = Data("{\"link\": \"\(Self.address)\"}".utf8)
    let failure = #expect(throws: DecodingError.self) { try JSONDecoder().decode([String: Page].self, from: body) }
    let error = TransferError(.undecodable, url: Self.address, underlying: failure)
    #expect("\(failure!)".contains("signature"))
    #expect(error.underlying is DecodingError)
    expectNoSecrets(in: error)
    let keyed = Data("{\"\(Self.address)\": \"x\"}".utf8)
    let mismatch = #expect(throws: DecodingError.self) { try JSONDecoder().decode([String: Int].self, from: keyed) }
    #expect("\(mismatch!)".contains("signature"))
    expectNoSecrets(in: TransferError(.undecodable, url: Self.address, underlying: mismatch))
  }

  @Test func `text of a server contains no control characters`() {
    let text = "a\u{1B}[2J" + String(repeating: "b", count: 1_000)
    for reason: TransferError.Reason in [
      .unacceptableContentType(text), .invalidResponse(text), .redirectRefused(text),
    ] {
      let description = TransferError(reason).description
      #expect(!description.unicodeScalars.contains { $0.properties.generalCategory == .control })
      #expect(description.count < 400)
    }
  }

  private enum Page: String, Decodable { case first }

  @Test func `a URL is reduced in each property of an error`() {
    let address = Self.address
    var error = TransferError(.unsupportedURL(address.absoluteString), url: address)
    #expect(error.url?.absoluteString == "https://host:8443/file")
    expectNoSecrets(in: error)
    error.url = address
    expectNoSecrets(in: error)
    for reason: TransferError.Reason in [
      .invalidResponse("see \(address)"), .redirectRefused("see \(address)"), .destinationNotWritable(address),
      .destinationInUse(address), .sourceNotReadable(address), .unacceptableContentType("see \(address)"),
    ] {
      error.reason = reason
      expectNoSecrets(in: error)
    }
    var file = FileError(.notAFileURL, url: address, operation: .read)
    #expect(file.url.absoluteString == "https://host:8443/file")
    file.url = address
    #expect(file.description.contains("https://host:8443/file"))
    #expect(!"\(file)".contains("signature") && !String(reflecting: file.url).contains("hunter2"))
  }

  @Test(arguments: ["https://somebody:hunter2@host/?token=signature", "token://somebody", "https:///?signature"])
  func `a rejected redirect shows only the scheme of its target`(target: String) async throws {
    let server = try LoopbackServer(redirectingTo: target)
    let error = try await error(server.request())
    guard case .redirectRefused = error.reason else {
      Issue.record("it failed otherwise: \(error)")
      return
    }
    for secret in ["somebody", "hunter2", "signature"] { #expect(!"\(error)".contains(secret)) }
  }

  @Test func `every description contains the URL and what to do`() {
    let file = folder.file()
    let reasons: [TransferError.Reason] = [
      .invalidSetting("attempts is 0"), .connectionFailed, .stalled(.seconds(1)), .timedOut(.seconds(1)),
      .unacceptableStatus(404), .unacceptableStatus(204),
      .unacceptableStatus(401), .unacceptableStatus(503), .unacceptableStatus(418),
      .unacceptableContentType("text/html"),
      .unacceptableContentType(nil), .invalidResponse("it has no header section"),
      .redirectRefused("it has no Location"),
      .truncated(expectedBytes: 9), .tooLong(expectedBytes: 9), .unexpectedSize(expectedBytes: 9, actualBytes: 8),
      .tooLarge(maximumBytes: 9), .unexpectedDigest(expected: "aa", actual: "bb"),
      .destinationNotWritable(file), .destinationInUse(file), .sourceNotReadable(file), .undecodable, .cancelled,
    ]
    for reason in reasons {
      let error = TransferError(reason, url: URL(string: "https://host/a?b=c"))
      let text = error.description
      #expect(text.contains("https://host/a") && !text.contains("b=c"))
      let remedy = error.recoverySuggestion ?? ""
      #expect(!remedy.isEmpty && text.hasSuffix(" \(remedy)") && remedy.hasSuffix("."))
      #expect(error.localizedDescription == text)
      #expect(!text.contains("..") && !text.contains("\n"))
    }
  }

  @Test func `closes the connection on a body that is not needed`() async throws {
    let hungUp = EventState(false)
    let server = try LoopbackServer { connection in
      connection.send(status: "404 Not Found", headers: ["Content-Length: 1000"], body: "a part of the page")
      connection.waitForHangUp()
      hungUp.change { $0 = true }
    }
    let error = try await error(server.request())
    #expect(error.reason == .unacceptableStatus(404))
    let start = "the server responded to \(server.request().url!.absoluteString) with 404 (not found). "
    #expect(error.description.lowercased().hasPrefix(start))
    await hungUp.wait(for: "the server to see the client hang up") { $0 }
  }
}
