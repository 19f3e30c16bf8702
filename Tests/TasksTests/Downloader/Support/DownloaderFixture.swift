import TestSupport
import Testing
import TidingsTasks

/// A folder, and a transport that the test controls.
struct DownloaderFixture: Sendable {
  let folder: ScratchFolder
  let transport: StubTransport

  init(byteCount: Int = 1_000, answersByItself: Bool = false) {
    folder = ScratchFolder()
    transport = StubTransport(byteCount: byteCount, answersByItself: answersByItself)
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

  func start(
    _ names: String..., in downloader: Downloader, priority: TransferPriority = .normal
  ) -> [DownloadRecording] {
    names.map { Recording(task($0, in: downloader, priority: priority)) }
  }

  /// Starts a download and returns when 400 bytes of it are on disk.
  func begin(_ name: String, in downloader: Downloader) async -> DownloadRecording {
    let recording = start(name, in: downloader)[0]
    transport.tell(name, .send(400))
    await hasBytes(400, at: name)
    return recording
  }

  /// Waits until this many bytes of a file are on disk. The system does not report it, so there is no event.
  func hasBytes(_ count: Int, at name: String, sourceLocation: SourceLocation = #_sourceLocation) async {
    await folder.hasBytes(count, at: ".\(name).partial", sourceLocation: sourceLocation)
  }
}

extension Recording where Update: UpdateOfTask {
  /// Whether the task has failed with a cancellation.
  var isCancelled: Bool {
    get async { await failure()?.reason == .cancelled }
  }
}
