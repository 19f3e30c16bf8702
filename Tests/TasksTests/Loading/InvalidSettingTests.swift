import TestSupport
import Testing
import TidingsAdapters
import TidingsTasks

@Suite(.timeLimit(.minutes(10)))
struct InvalidSettingTests {
  private let folder = ScratchFolder()

  private static let settings: [(String, @Sendable (inout TransferRequest) -> Void)] = [
    ("retryPolicy.attempts is 0, and must be at least 1", { $0.retryPolicy = RetryPolicy(attempts: 0) }),
    ("redirectPolicy.maximumCount is -1, and must be at least 0", { $0.redirectPolicy.maximumCount = -1 }),
    ("idleTimeout is 0.0 seconds, and must be more than 0 seconds", { $0.idleTimeout = .zero }),
    ("totalTimeout is -1.0 seconds, and must be more than 0 seconds", { $0.totalTimeout = .seconds(-1) }),
    ("maximumByteCount is -1, and must be at least 0", { $0.maximumByteCount = -1 }),
    ("expectedByteCount is -1, and must be at least 0", { $0.expectedByteCount = -1 }),
    (
      "urlRequest.httpMethod is HEAD, and must be one whose response has a body, such as GET",
      { $0.urlRequest.httpMethod = "HEAD" }
    ),
    ("urlRequest.httpMethod is GET, and must be one with a body, such as POST", { $0.urlRequest.httpBody = Data([1]) }),
  ]

  @Test(arguments: settings)
  func `an invalid setting fails the transfer before the request is sent`(
    text: String, spoil: @Sendable (inout TransferRequest) -> Void
  ) async throws {
    let server = try LoopbackServer(body: "")
    let request = server.request().with(spoil)
    for task in [
      URLSession.shared.publishedTask(downloading: request, to: folder.file()),
      Downloader().publishedTask(downloading: request, to: folder.file("queued")),
    ] {
      let error = try #require(await task.failure())
      #expect(error.reason == .invalidSetting(text))
      #expect(error.description.contains(text) && !error.isWorthRetrying)
    }
    #expect(server.requests.isEmpty)
    #expect(try folder.names.isEmpty)
  }

  @Test(arguments: ["GET", "HEAD"])
  func `a body with a method that has none fails the transfer before the request is sent`(
    method: String
  ) async throws {
    let server = try LoopbackServer(body: "")
    var request = server.request()
    request.httpMethod = method
    var (withBody, withStream) = (request, request)
    withBody.httpBody = Data("body".utf8)
    withStream.httpBodyStream = InputStream(data: Data("body".utf8))
    let policy = RetryPolicy(attempts: 2, backoff: .constant(.zero)) { _ in true }
    for (request, body) in [(request, .data(Data())), (withBody, nil), (withStream, nil)] as [(URLRequest, UploadBody?)]
    {
      let transfer = request.with { $0.retryPolicy = policy }
      let task =
        if let body { URLSession.shared.publishedTask(for: transfer, uploading: body) } else {
          URLSession.shared.publishedTask(for: transfer)
        }
      let text = "urlRequest.httpMethod is \(method), and must be one with a body, such as POST"
      #expect(await task.failure()?.reason == .invalidSetting(text))
    }
    #expect(server.requests.isEmpty)
  }

  @Test func `an empty body counts as no body`() async throws {
    let server = try LoopbackServer(body: "content")
    var request = server.request()
    request.httpBody = Data()
    #expect(try await URLSession.shared.publishedTask(for: request, decoding: .string).result().get() == "content")
  }

  @Test func `a downloader with a limit of zero fails downloads until its limit is raised`() async throws {
    let server = try LoopbackServer(body: "content")
    let downloader = Downloader(maximumConcurrentDownloads: 0)
    let task = downloader.publishedTask(downloading: server.request(), to: folder.file())
    #expect(await task.failure()?.reason == .invalidSetting("maximumConcurrentDownloads is 0, and must be at least 1"))
    downloader.maximumConcurrentDownloads = 1
    let first = Recording(downloader.publishedTask(downloading: server.request(), to: folder.file()))
    downloader.maximumConcurrentDownloads = 0
    let second = Recording(downloader.publishedTask(downloading: server.request(), to: folder.file()))
    for recording in [first, second] { #expect(try await recording.result.get().byteCount == 7) }
  }

  @Test func `a downloader needs a body that can be sent again after a pause`() async throws {
    let server = try LoopbackServer(body: "content")
    var request = server.request()
    request.httpMethod = "POST"
    request.httpBodyStream = InputStream(data: Data("once".utf8))
    let error = await Downloader().publishedTask(downloading: request, to: folder.file()).failure()
    let text = "httpBodyStream cannot be sent again after a pause; a Downloader needs a request with httpBody"
    #expect(error?.reason == .invalidSetting(text))
    #expect(server.requests.isEmpty)
  }

  @Test func `an invalid size fails the file task with its name and value`() async throws {
    let file = folder.file()
    try Data("text".utf8).write(to: file)
    let expected = FileError.Reason.invalidSetting("chunkSize is 0, and must be at least 1")
    #expect(await file.publishedTask(reading: .data, chunkSize: 0).failure()?.reason == expected)
    #expect(await file.publishedTask(writing: Data(), chunkSize: 0).failure()?.reason == expected)
    #expect(await file.publishedTask(copyingTo: folder.file("copy"), chunkSize: 0).failure()?.reason == expected)
    #expect(try folder.names == ["file"])
    var chunks = file.chunks(of: 0).makeAsyncIterator()
    let ofChunks = await #expect(throws: FileError.self) { try await chunks.next() }
    #expect(ofChunks?.reason == .invalidSetting("byteCount is 0, and must be at least 1"))
    var lines = file.textLines(maximumByteCount: -1).makeAsyncIterator()
    let ofLines = await #expect(throws: FileError.self) { try await lines.next() }
    #expect(ofLines?.reason == .invalidSetting("maximumByteCount is -1, and must be at least 1"))
  }
}
