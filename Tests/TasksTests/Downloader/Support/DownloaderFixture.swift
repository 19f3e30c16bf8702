import TestSupport
import Testing
import TidingsTasks

/// A folder, and a transport that the test controls.
struct DownloaderFixture: Sendable {
  let folder: ScratchFolder
  let transport: StubTransport
  /// A downloader with the default limit.
  let downloader: Downloader
  /// The recordings are kept until the end of the test.
  private let recordings = EventState<[DownloadRecording]>([])

  init(byteCount: Int = 1_000, answersByItself: Bool = false) {
    folder = ScratchFolder()
    transport = StubTransport(byteCount: byteCount, answersByItself: answersByItself)
    downloader = Downloader(transport: transport)
  }

  func task(
    _ name: String, in downloader: Downloader, priority: TransferPriority = .normal
  ) -> TransferTask<DownloadedFile> {
    var request = TransferRequest(transport.request(name))
    request.priority = priority
    // The stub sends only when the test requests it, which may take long while other tests run.
    request.idleTimeout = .seconds(3_600)
    return downloader.publishedTask(downloading: request, to: folder.file(name))
  }

  @discardableResult
  func start(
    _ names: String..., in downloader: Downloader, priority: TransferPriority = .normal
  ) -> [DownloadRecording] {
    let started = names.map { Recording(task($0, in: downloader, priority: priority)) }
    recordings.change { $0 += started }
    return started
  }

  /// Starts a download and returns when 400 bytes of it are on disk.
  @discardableResult
  func begin(_ name: String, in downloader: Downloader) async -> DownloadRecording {
    let recording = start(name, in: downloader)[0]
    transport.tell(name, .send(400))
    await folder.hasBytes(400, at: ".\(name).partial")
    return recording
  }
}

extension Recording where Update: UpdateOfTask {
  var isCancelled: Bool {
    get async { await failure()?.reason == .cancelled }
  }
}
