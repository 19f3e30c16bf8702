import Testing
import TidingsAdapters
import TidingsTasks

/// Many downloads from a real server on loopback.
@Suite(.timeLimit(.minutes(10)))
struct DownloaderServerTests {
  private let folder = ScratchFolder()
  private let server = FaultServer()

  private func download(
    _ name: String, in downloader: Downloader, _ configure: (inout TransferRequest) -> Void = { _ in }
  ) -> DownloadRecording {
    var request = TransferRequest(server.request("/\(name)"))
    configure(&request)
    return Recording(downloader.publishedTask(downloading: request, to: folder.file(name)))
  }

  @Test func `gets them all though the server fails now and then`() async throws {
    let downloader = Downloader(maximumConcurrentDownloads: 5)
    let files = Dictionary(
      uniqueKeysWithValues: (0..<40).map { ("file-\($0)", ServedFile(seed: UInt64($0), byteCount: 20_000)) })
    for (number, (name, file)) in files.enumerated() {
      let faults: [PlannedFault] =
        switch number % 4 {
        case 0: [.once(.close(at: 7_000))]
        case 1: [.once(.status(503))]
        case 2: [.once(.reset(at: 12_000))]
        default: []
        }
      server.serve(file, at: "/\(name)", faults)
    }
    let recordings = files.map { name, file in
      download(name, in: downloader) {
        $0.retryPolicy = RetryPolicy(attempts: 3, backoff: .constant(.milliseconds(1)))
        $0.expectedDigest = ExpectedDigest(FNV1a.self, bytes: file.digest)
      }
    }
    for recording in recordings { #expect(try await recording.result.get().byteCount == 20_000) }
    for (name, file) in files { #expect(try Data(contentsOf: folder.file(name)) == file.bytes) }
    #expect(try folder.names == files.keys.sorted())
    await server.stop()
  }
}
