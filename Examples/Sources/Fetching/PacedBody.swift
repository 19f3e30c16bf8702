import FlyingSocks

/// A body that is sent at a limited speed, so that its progress can be seen.
struct PacedBody: AsyncBufferedSequence {
  typealias Element = UInt8

  let bytes: ArraySlice<UInt8>
  let bytesPerSecond: Int
  let clock: any Clock<Duration>

  func makeAsyncIterator() -> Iterator {
    Iterator(body: self)
  }

  struct Iterator: AsyncBufferedIteratorProtocol {
    let body: PacedBody
    var count = 0

    mutating func next() async throws -> UInt8? {
      try await nextBuffer(suggested: 1)?.first
    }

    mutating func nextBuffer(suggested suggestion: Int) async throws -> ArraySlice<UInt8>? {
      // A slow body is sent in small chunks, so that there are no long pauses between them.
      let chunk = body.bytes.dropFirst(count).prefix(Swift.min(suggestion, Swift.max(1, body.bytesPerSecond / 10)))
      guard !chunk.isEmpty else { return nil }
      count += chunk.count
      try await body.clock.sleep(for: .nanoseconds(1_000_000_000 * chunk.count / body.bytesPerSecond))
      return chunk
    }
  }
}
