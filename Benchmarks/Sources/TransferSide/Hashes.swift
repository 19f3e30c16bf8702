import Foundation
import Tidings

/// A hash that costs next to nothing: the sum of the bytes.
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

/// A hash that goes from byte to byte, and so costs about what SHA-256 does: FNV-1a (Fowler, Noll and Vo).
struct FNV1a: IncrementalHash {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func update(data: Data) {
    var state = state
    unsafe data.withUnsafeBytes { bytes in
      for index in bytes.indices { unsafe state = (state ^ UInt64(bytes[index])) &* 0x100_0000_01b3 }
    }
    self.state = state
  }

  func finalize() -> [UInt8] { state.bytes }
}

/// A hash that stands for a slow disk: it holds up the queue on which a download writes, so that no more than
/// ``bytesPerSecond`` get through.
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

  /// What it comes to for so many bytes, whatever they are.
  static func digest(of byteCount: Int) -> [UInt8] { UInt64(byteCount).bytes }
}

extension UInt64 {
  fileprivate var bytes: [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) }
  }
}
