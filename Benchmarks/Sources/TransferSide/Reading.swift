import Foundation
import Harness
import Synchronization
import Tidings

extension Chore {
  var file: URL { URL(filePath: source) }

  func check(_ received: Int64) throws {
    guard received == byteCount else {
      throw Failure("\(received) bytes were read instead of \(byteCount)")
    }
  }

  /// The floor: reads into one buffer, and ignores the bytes.
  func readInLoop() throws {
    let file = unsafe open(source, O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    var offset: Int64 = 0
    while true {
      let count = unsafe pread(file, &buffer, buffer.count, off_t(offset))
      guard count > 0 else { break }
      offset += Int64(count)
    }
    try check(offset)
  }

  func readChunksForSubscriber() async throws {
    let (ends, continuation) = AsyncStream.makeStream(of: Result<Int64, any Error>.self)
    let (received, size) = (Sink(), Int(byteCount))
    let subscription = file.chunks().broadcaster().attach { update in
      switch update {
      case .success(let chunk):
        let sum = received.deliveries.wrappingAdd(chunk.count, ordering: .relaxed).newValue
        if sum >= size { continuation.yield(.success(Int64(sum))) }
      case .failure(let error): continuation.yield(.failure(error))
      }
    }
    for await end in ends {
      try check(end.get())
      break
    }
    subscription.invalidate()
  }

  func readChunksInLoop() async throws {
    var received: Int64 = 0
    for try await chunk in file.chunks() { received += Int64(chunk.count) }
    try check(received)
  }

  func readData() async throws {
    try check(Int64(try await file.publishedTask(reading: .data).value.count))
  }

  func digest() async throws {
    _ = try await file.publishedTask(reading: .digest(using: ByteSum.self)).value
  }
}

/// A hash with a negligible cost: the sum of the bytes.
struct ByteSum: IncrementalHash {
  private var sum: UInt64 = 0

  mutating func update(data: Data) {
    var sum = sum
    unsafe data.withUnsafeBytes { bytes in
      for index in bytes.indices { unsafe sum &+= UInt64(bytes[index]) }
    }
    self.sum = sum
  }

  func finalize() -> [UInt8] { sum.bytes }
}

/// A hash that simulates a slow disk. It blocks the queue on which a download writes, so that at most ``bytesPerSecond``
/// are written.
struct SlowHash: IncrementalHash {
  static let bytesPerSecond = 64 << 20

  private var byteCount = 0
  private var start: ContinuousClock.Instant?

  mutating func update(data: Data) {
    let start = start ?? .now
    self.start = start
    byteCount += data.count
    let rest = start + .seconds(1) * byteCount / Self.bytesPerSecond - .now
    if rest > .zero { Thread.sleep(forTimeInterval: rest / .seconds(1)) }
  }

  func finalize() -> [UInt8] { Self.digest(of: byteCount) }

  /// Returns the digest of data with this number of bytes.
  static func digest(of byteCount: Int) -> [UInt8] { UInt64(byteCount).bytes }
}

extension UInt64 {
  fileprivate var bytes: [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) }
  }
}
