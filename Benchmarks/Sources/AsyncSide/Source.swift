/// An `AsyncStream` that holds any number of updates, and ends when its owner is gone: the tasks that read it end, too.
final class Source {
  let stream: AsyncStream<Int>
  private let continuation: AsyncStream<Int>.Continuation

  init() {
    (stream, continuation) = AsyncStream.makeStream()
  }

  deinit { continuation.finish() }

  func send(_ update: Int) {
    continuation.yield(update)
  }
}
