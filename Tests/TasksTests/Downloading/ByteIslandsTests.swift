import TestSupport
import Testing

import TidingsTasks

struct ByteIslandsTests {
  @Test func `has the prefix up to the first gap`() {
    var islands = ByteIslands()
    islands.add(10..<20)
    #expect(islands.prefix == 0)
    islands.add(0..<5)
    #expect(islands.prefix == 5)
    islands.add(5..<10)
    #expect(islands.prefix == 20)
    #expect(islands.total == 20)
  }

  @Test func `forgets what lies beyond the first gap`() {
    var islands = ByteIslands()
    islands.add(0..<5)
    islands.add(6..<9)
    islands.keepPrefix()
    #expect(islands.total == 5)
    #expect(islands.prefix == 5)
  }

  @Test func `is the same as a set of bytes`() {
    var generator = SplitMix64(seed: 7)
    for _ in 0..<500 {
      var islands = ByteIslands()
      var bytes: Set<Int64> = []
      for _ in 0..<Int.random(in: 1...12, using: &generator) {
        let start = Int64.random(in: 0..<30, using: &generator)
        let range = start..<start + Int64.random(in: 0..<8, using: &generator)
        islands.add(range)
        bytes.formUnion(range)
      }
      #expect(islands.total == Int64(bytes.count))
      #expect(islands.prefix == (0...40).first { !bytes.contains($0) })
    }
  }
}
