import Fetching
import Foundation
import Testing
import Tidings

/// The output for stubs of downloads.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct DownloadsTests {
  private let folder: ScratchFolder
  private let transcript = Transcript()
  private let interrupts = BroadcastSource<Void>()

  init() throws {
    folder = try ScratchFolder()
  }

  private func item(_ name: String, task: TransferTask<Int64>) -> Item {
    Item(address: "http://stub/\(name)", file: folder.file(name), task: task)
  }

  /// A download that has succeeded.
  private func success(_ name: String) throws -> Item {
    try Data("abc".utf8).write(to: folder.file(name))
    return item(name, task: .success(3))
  }

  private func run(
    _ items: [Item], size: TerminalSize? = nil, progress: DownloaderProgress = DownloaderProgress()
  ) async -> Downloads.Outcome {
    await Downloads(
      items, progress: PublishedProperty(progress).publishedValue, console: transcript.console(size: size)
    )
    .run(until: interrupts)
  }

  @Test func `prints the size of each file`() async throws {
    #expect(await run([try success("one"), try success("two")]) == .complete)
    #expect(
      transcript.output == """
        3 bytes  \(folder.file("one").path)
        3 bytes  \(folder.file("two").path)

        """)
    #expect(transcript.errors.isEmpty)
  }

  @Test func `completes the others when one fails`() async throws {
    let error = TransferError(.unacceptableStatus(404), url: URL(string: "http://stub/lost"))
    let failure = item("lost", task: .failure(error))
    #expect(await run([failure, try success("one")]) == .incomplete)
    #expect(transcript.output.contains(folder.file("one").path))
    #expect(transcript.errors == "fetch: http://stub/lost: \(error)\n")
  }

  @Test func `completes without items`() async {
    #expect(await run([]) == .complete)
  }

  @Test func `cancels running downloads when it is interrupted`() async throws {
    let wasCancelled = PublishedProperty(false)
    let held = TransferTask<Int64>(start: { [interrupts] run in
      run.report(TransferProgress(transferredBytes: 0))
      interrupts.send()
      return Subscription { wasCancelled.value = true }
    })
    #expect(await run([item("held", task: held)]) == .interrupted)
    #expect(wasCancelled.value)
    #expect(!interrupts.hasSubscribers)
    #expect(transcript.errors.isEmpty)
  }

  @Test func `draws live on a terminal with the total at the end`() async throws {
    #expect(await run([try success("one")], size: TerminalSize(rows: 24, columns: 80)) == .complete)
    #expect(
      transcript.output.contains(
        "\u{1B}[2A\r\u{1B}[2Kone                   3 B, done\n\r\u{1B}[2K[##################]  100 %  3 B  1 of 1 done\n"
      ))
  }
}
