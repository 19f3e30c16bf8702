import TestSupport
import Testing
import TidingsTasks

/// Settings out of their bounds.
@Suite(.timeLimit(.minutes(10)))
struct InvalidSettingTests {
  private let folder = ScratchFolder()

  enum Setting: String, CaseIterable, Sendable {
    case attempts, redirects, idleTimeout, totalTimeout, maximumByteCount, expectedByteCount

    func spoil(_ request: inout TransferRequest) {
      switch self {
      case .attempts: request.retryPolicy = RetryPolicy(attempts: 0)
      case .redirects: request.redirectPolicy.maximumCount = -1
      case .idleTimeout: request.idleTimeout = .zero
      case .totalTimeout: request.totalTimeout = .seconds(-1)
      case .maximumByteCount: request.maximumByteCount = -1
      case .expectedByteCount: request.expectedByteCount = -1
      }
    }

    var text: String {
      switch self {
      case .attempts: "retryPolicy.attempts is 0, and must be at least 1"
      case .redirects: "redirectPolicy.maximumCount is -1, and must be at least 0"
      case .idleTimeout: "idleTimeout is 0.0 seconds, and must be more than 0 seconds"
      case .totalTimeout: "totalTimeout is -1.0 seconds, and must be more than 0 seconds"
      case .maximumByteCount: "maximumByteCount is -1, and must be at least 0"
      case .expectedByteCount: "expectedByteCount is -1, and must be at least 0"
      }
    }
  }

  @Test(arguments: Setting.allCases)
  func `a setting of a request that is out of its bounds fails the transfer before anything is sent`(
    setting: Setting
  ) async throws {
    let server = try LoopbackServer(body: "")
    var request = TransferRequest(server.request())
    setting.spoil(&request)
    let tasks = [
      Recording(URLSession.shared.publishedTask(downloading: request, to: folder.file())),
      Recording(Downloader().publishedTask(downloading: request, to: folder.file("queued"))),
    ]
    for task in tasks {
      let result = await task.result
      let error = try #require(throws: TransferError.self) { try result.get() }
      #expect(error.reason == .invalidSetting(setting.text))
      #expect(error.description.contains(setting.text) && !error.isWorthRetrying)
    }
    #expect(server.requests.isEmpty)
    #expect(try folder.names.isEmpty)
  }

  @Test func `a downloader for no downloads fails those that are asked for until it may run one`() async throws {
    let server = try LoopbackServer(body: "content")
    let downloader = Downloader(maximumConcurrentDownloads: 0)
    let task = downloader.publishedTask(downloading: server.request(), to: folder.file())
    let result = await Recording(task).result
    let error = try #require(throws: TransferError.self) { try result.get() }
    #expect(error.reason == .invalidSetting("maximumConcurrentDownloads is 0, and must be at least 1"))
    downloader.maximumConcurrentDownloads = 1
    let again = downloader.publishedTask(downloading: server.request(), to: folder.file())
    #expect(try await Recording(again).result.get().byteCount == 7)
  }

  @Test func `a size of a file task that is none fails the task with its name and its value`() async throws {
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
