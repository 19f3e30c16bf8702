import TestSupport
import Testing
import TidingsCore

@Suite("A first-in, first-out queue in segments")
struct SegmentedFIFOTests {
  private static let length = SegmentedFIFO<Int>.segmentLength

  @Test(arguments: [1, 2, 3])
  func `gives back what it was given, in order, over the ends of segments`(appendsForOneTaken: Int) {
    var queue = SegmentedFIFO<Int>()
    var taken: [Int] = []
    var count = 0
    while count < 3 * Self.length + 1 {
      for _ in 0..<appendsForOneTaken {
        queue.append(count)
        count += 1
      }
      #expect(queue.first == taken.count)
      if let first = queue.popFirst() { taken.append(first) }
      #expect(queue.count == count - taken.count)
    }
    while let first = queue.popFirst() { taken.append(first) }
    #expect(taken == Array(0..<count))
    #expect(queue.isEmpty && queue.first == nil)
  }

  @Test
  func `has a first element also where only full segments or only the newest have any`() {
    var queue = SegmentedFIFO<Int>()
    for number in 0..<2 * Self.length + 1 { queue.append(number) }
    #expect(queue.first == 0)
    for _ in 0..<2 * Self.length { _ = queue.popFirst() }
    #expect(queue.first == 2 * Self.length)
    #expect(queue.count == 1 && !queue.isEmpty)
  }

  @Test
  func `is empty when all has been taken, and lets go of none of it itself`() {
    final class Element: Sendable {}
    var queue = SegmentedFIFO<Element>()
    queue.append(Element())
    weak let first = queue.first
    do {
      let all = queue.takeAll()
      #expect(queue.isEmpty && queue.count == 0)
      #expect(all.count == 1 && first != nil)
    }
    #expect(first == nil)
  }
}
