import Testing
import TidingsCore

@Suite("What a hub keeps for those who join later")
struct MemoryTests {
  @Test(arguments: 1...3)
  func `is the latest few, and what must go is handed back`(limit: Int) {
    var memory = Memory<Int>(limit: limit, initial: nil, resetsToInitial: false)
    let evicted = (1...5).compactMap { memory.remember($0) }
    #expect(memory.all == Array(1...5).suffix(limit))
    #expect(evicted + memory.all == Array(1...5))
    #expect(memory.latest == 5)
  }

  @Test
  func `goes back to its start where that is asked for`() {
    var memory = Memory(limit: 1, initial: 7, resetsToInitial: true)
    _ = memory.remember(8)
    #expect(memory.reset()?.all == [8])
    #expect(memory.all == [7])
  }

  @Test
  func `or stays, and then there is nothing to hand back`() {
    var memory = Memory<Int>(limit: 2, initial: nil, resetsToInitial: false)
    for update in 1...3 { _ = memory.remember(update) }
    #expect(memory.reset()?.all == nil)
    #expect(memory.all == [2, 3])
  }
}
