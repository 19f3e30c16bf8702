import TestSupport
import Testing
import TidingsCore
import TidingsTasks

/// Failures have a type, so that they need no cast.
@Suite(.timeLimit(.minutes(10)))
struct TypedFailureTests {
  private let folder = ScratchFolder()

  @Test func `a file that cannot be decoded fails with a FileError with the cause`() async throws {
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
      #expect(!error.description.contains("secret") && !String(describing: error.underlying).contains("secret"))
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
