import Foundation
import Synchronization
import Tidings

extension Chore {
  /// The floor: into one buffer, and nothing is done with it.
  func readInLoop() throws -> Double {
    let start = ContinuousClock.now
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
    return (ContinuousClock.now - start) / .seconds(1)
  }

  func readChunksForSubscriber() async throws -> Double {
    let received = Received()
    let size = byteCount
    let (news, continuation) = AsyncStream.makeStream(of: String?.self)
    let time = try await seconds {
      let subscription = file.chunks().broadcaster().attach { update in
        switch update {
        case .success(let chunk): if received.add(chunk.count) == size { continuation.yield(nil) }
        case .failure(let error): continuation.yield("\(error)")
        }
      }
      for await complaint in news {
        if let complaint { throw ChoreFailure(description: complaint) }
        break
      }
      subscription.invalidate()
    }
    return time
  }

  func readChunksInLoop() async throws -> Double {
    try await seconds {
      var received: Int64 = 0
      for try await chunk in file.chunks() { received += Int64(chunk.count) }
      try check(received)
    }
  }

  func readData() async throws -> Double {
    try await seconds { try check(Int64(try await file.publishedTask(reading: .data).value.count)) }
  }

  func readDataWithFoundation() throws -> Double {
    let start = ContinuousClock.now
    try check(Int64(try Data(contentsOf: file).count))
    return (ContinuousClock.now - start) / .seconds(1)
  }

  func digest() async throws -> Double {
    try await seconds {
      switch hash {
      case .byteSum, nil: _ = try await file.publishedTask(reading: .digest(using: ByteSum.self)).value
      case .fnv1a: _ = try await file.publishedTask(reading: .digest(using: FNV1a.self)).value
      case .slow: _ = try await file.publishedTask(reading: .digest(using: SlowHash.self)).value
      }
    }
  }

  private var file: URL { URL(filePath: source) }

  private func check(_ received: Int64) throws {
    guard received == byteCount else {
      throw ChoreFailure(description: "\(received) bytes were read instead of \(byteCount)")
    }
  }
}

/// What a subscriber has got, which is called by one thread at a time.
private final class Received: Sendable {
  private let byteCount = Atomic<Int64>(0)

  func add(_ count: Int) -> Int64 {
    let sum = byteCount.load(ordering: .relaxed) + Int64(count)
    byteCount.store(sum, ordering: .relaxed)
    return sum
  }
}
