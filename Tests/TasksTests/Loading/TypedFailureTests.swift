import TestSupport
import Testing
import TidingsCore
import TidingsTasks

/// Failures have a type, so they need no cast.
@Suite(.timeLimit(.minutes(10)))
struct TypedFailureTests {
  private let folder = ScratchFolder()

  @Test func `the failure closure of a transfer gets a TransferError, also where decoding fails`() async throws {
    let server = try LoopbackServer(body: "no JSON")
    let reason = EventState<TransferError.Reason?>(nil)
    let token = URLSession.shared.publishedTask(for: server.request(), decoding: .json([Int].self)).subscribe(
      success: { _ in }, failure: { error in reason.change { $0 = error.reason } })
    await reason.wait(for: "the failure") { $0 == .undecodable }
    token.invalidate()
  }

  @Test func `the failure closure of a queued download gets a TransferError`() async throws {
    let server = try LoopbackServer { $0.send(status: "404 Not Found", headers: ["Content-Length: 0"]) }
    let reason = EventState<TransferError.Reason?>(nil)
    let token = Downloader().publishedTask(downloading: server.request(), to: folder.file()).subscribe(
      success: { _ in }, failure: { error in reason.change { $0 = error.reason } })
    await reason.wait(for: "the failure") { $0 == .unacceptableStatus(404) }
    token.invalidate()
  }

  @Test func `a file that cannot be decoded fails with a FileError that has the cause`() async throws {
    let file = folder.file()
    try Data("{\"a\": \"https://me:secret@host/?token\"}".utf8).write(to: file)
    do throws(FileError) {
      _ = try await file.publishedTask(reading: .json([String: Answer].self)).value
      Issue.record("it was decoded")
    } catch {
      #expect(error.reason == .undecodable)
      #expect(error.url == file)
      #expect(error.underlying is DecodingError)
      #expect(error.description.contains(file.path))
      #expect(!error.description.contains("secret") && !"\(error.underlying!)".contains("secret"))
    }
  }

  private enum Answer: String, Decodable { case yes, no }

  @Test func `file errors that differ only in their cause are equal`() {
    let plain = FileError(.undecodable, url: folder.file(), operation: .read)
    var other = plain
    other.underlying = CancellationError()
    #expect(plain == other && plain.hashValue == other.hashValue)
    other.byte = 1
    #expect(plain != other)
  }

  @Test func `waiting for a transfer ends with its own error when the Swift task is cancelled`() async throws {
    let server = FaultServer()
    server.serve(ServedFile(byteCount: 100), [.always(.stallBeforeHead)])
    let transfer = URLSession.shared.publishedTask(for: server.url())
    let waiting = Task { await transfer.result }
    await server.wait { $0.stalled == 1 }
    waiting.cancel()
    let result = try await finishing("the wait") { await waiting.value }
    guard case .failure(let error) = result else {
      Issue.record("it has succeeded")
      return
    }
    #expect(error.reason == .cancelled)
  }

  @Test func `waiting for a file task ends with its own error when the Swift task is cancelled`() async throws {
    let holding = PublishedTask<TransferProgress, Int64, FileError>.pending()
    let waiting = Task { await holding.result }
    waiting.cancel()
    let result = try await finishing("the wait") { await waiting.value }
    #expect(throws: FileError.self) { try result.get() }
  }
}
