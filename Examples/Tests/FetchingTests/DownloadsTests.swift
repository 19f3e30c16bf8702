import Fetching
import Foundation
import Testing
import Tidings

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What is made of downloads that are stubs: no network, only publishers with known results.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct DownloadsTests {
  private let folder: ScratchFolder
  private let transcript = Transcript()
  private let interrupts = BroadcastSource<Void>()
  private let digestOfABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

  init() throws {
    folder = try ScratchFolder()
  }

  private func item(_ name: String, digest: String? = nil, task: TransferTask<DownloadedFile>) -> Item {
    Item(address: "http://stub/\(name)", file: folder.file(name), expectedDigest: digest, task: task)
  }

  /// A download that has succeeded: the file is there.
  private func success(_ name: String, digest: String? = nil) throws -> Item {
    try Data("abc".utf8).write(to: folder.file(name))
    let response = URLResponse(
      url: folder.file(name), mimeType: nil, expectedContentLength: 3, textEncodingName: nil)
    let file = DownloadedFile(url: folder.file(name), byteCount: 3, response: response)
    return item(name, digest: digest, task: .success(file))
  }

  private func run(_ items: [Item], size: TerminalSize? = nil) async -> Downloads.Outcome {
    await Downloads(items, console: transcript.console(size: size)).run(until: interrupts)
  }

  @Test func printsSizeAndDigestOfEachFile() async throws {
    #expect(await run([try success("one", digest: digestOfABC), try success("two")]) == .complete)
    #expect(
      transcript.output == """
        \(digestOfABC)  3 bytes  \(folder.file("one").path)
        \(digestOfABC)  3 bytes  \(folder.file("two").path)

        """)
    #expect(transcript.errors.isEmpty)
  }

  @Test func completesTheOthersWhenOneFails() async throws {
    let failure = item("lost", task: .failure(TransferError.unacceptableStatus(404)))
    #expect(await run([failure, try success("one")]) == .incomplete)
    #expect(transcript.output.contains(folder.file("one").path))
    #expect(transcript.errors.lowercased() == "fetch: http://stub/lost: the server answered 404 (not found)\n")
  }

  @Test func complainsOfAFileWithAnotherDigest() async throws {
    #expect(await run([try success("one", digest: "something else")]) == .incomplete)
    #expect(transcript.errors.contains("has the digest \(digestOfABC), not something else"))
    #expect(!transcript.output.contains(folder.file("one").path))
  }

  @Test func completesWithoutItems() async {
    #expect(await run([]) == .complete)
  }

  @Test func cancelsWhatIsRunningWhenInterrupted() async throws {
    let wasCancelled = PublishedProperty(false)
    let held = TransferTask<DownloadedFile>(start: { [interrupts] run in
      run.report(TransferProgress(transferredBytes: 0))
      interrupts.send()
      return Subscription { wasCancelled.value = true }
    })
    #expect(await run([item("held", task: held)]) == .interrupted)
    #expect(wasCancelled.value)
    #expect(!interrupts.hasSubscribers)
    #expect(transcript.errors.isEmpty)
  }

  @Test func drawsLiveOnATerminal() async throws {
    #expect(await run([try success("one")], size: TerminalSize(rows: 24, columns: 80)) == .complete)
    #expect(transcript.output.contains("one                   checking\n\u{1B}[1A"))
    #expect(transcript.output.contains("3 B, done\n"))
  }
}
