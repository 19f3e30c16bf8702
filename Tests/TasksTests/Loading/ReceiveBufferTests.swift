import Foundation
import TestSupport
import Testing
import TidingsTasks

struct ReceiveBufferTests {
  @Test func `returns all bytes in order`() {
    var random = SplitMix64(seed: SplitMix64.seed)
    var buffer = ReceiveBuffer()
    var (sent, received) = (Data(), Data())
    for number in 0..<2_000 {
      let part = Data(repeating: UInt8(truncatingIfNeeded: number), count: Int.random(in: 1...10_000, using: &random))
      sent += part
      buffer.append(part)
      if Bool.random(using: &random), let next = buffer.popFirst() { received += next }
    }
    while let next = buffer.popFirst() { received += next }
    #expect(received == sent, "seed \(SplitMix64.seed)")
    #expect(buffer.isEmpty && buffer.memory == 0)
  }

  @Test func `joins single bytes, so that each costs little more than a byte`() {
    var buffer = ReceiveBuffer()
    for _ in 0..<200_000 { buffer.append(Data([1])) }
    #expect(buffer.memory < 210_000)
    var parts: [Int] = []
    while let part = buffer.popFirst() { parts.append(part.count) }
    #expect(parts.count < 5 && parts.reduce(0, +) == 200_000)
  }

  @Test func `does not copy large parts`() {
    var buffer = ReceiveBuffer()
    for _ in 0..<3 { buffer.append(Data(count: 16 << 10)) }
    #expect(buffer.memory > 3 * 16 << 10)
    #expect(buffer.popFirst()?.count == 16 << 10)
  }
}
