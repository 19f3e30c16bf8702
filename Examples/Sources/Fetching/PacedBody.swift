import FlyingSocks

/// Bytes that come no faster than a given speed, so that there is something to watch.
struct PacedBody: AsyncBufferedSequence {
  typealias Element = UInt8

  let bytes: [UInt8]
  let bytesPerSecond: Int

  func makeAsyncIterator() -> Iterator {
    Iterator(body: self, start: .now)
  }

  struct Iterator: AsyncBufferedIteratorProtocol {
    let body: PacedBody
    let start: ContinuousClock.Instant
    var position = 0

    mutating func next() async throws -> UInt8? {
      try await nextBuffer(suggested: 1)?.first
    }

    mutating func nextBuffer(suggested count: Int) async throws -> ArraySlice<UInt8>? {
      guard position < body.bytes.count else { return nil }
      let chunk = body.bytes[position...].prefix(count)
      position = chunk.endIndex
      try await Task.sleep(until: start + .seconds(Double(position) / Double(body.bytesPerSecond)))
      return chunk
    }
  }
}
