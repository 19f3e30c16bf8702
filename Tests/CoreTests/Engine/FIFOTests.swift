import TestSupport
import Testing
import TidingsCore

@Suite("A first-in, first-out queue")
struct FIFOTests {
  @Test func `returns elements in the order in which they were appended, also with interleaved calls`() {
    var queue = FIFO<Int>()
    var taken: [Int] = []
    var next = 0
    for round in 0..<500 {
      for _ in 0...(round % 3) {
        queue.append(next)
        next += 1
      }
      if let first = queue.popFirst() { taken.append(first) }
    }
    #expect(queue.elements == Array(taken.count..<next))
    while let first = queue.popFirst() { taken.append(first) }
    #expect(taken == Array(0..<next))
    #expect(queue.isEmpty)
  }

  @Test func `releases an element when it is removed`() {
    final class Element: Sendable {}
    var queue = FIFO<Element>()
    queue.append(Element())
    queue.append(Element())
    weak let first = queue.first
    _ = queue.popFirst()
    #expect(first == nil)
    #expect(queue.count == 1)
  }
}
