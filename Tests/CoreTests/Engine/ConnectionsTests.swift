import TestSupport
import Testing

@testable import TidingsCore

@Suite("Connections")
struct ConnectionsTests {
  private let slots = (0..<100).map { _ in SubscriptionSlot() }

  private func connections(_ numbers: some Sequence<Int>) -> Connections {
    Connections(numbers.map { UpstreamsState.Connection(slot: slots[$0]) })
  }

  private func numbers(of connections: Connections) -> [Int] {
    connections.all.compactMap { connection in slots.firstIndex { $0 === connection.slot } }
  }

  @Test
  func `keep their order, a few and many, also when some are taken out and put in again`() {
    var generator = SplitMix64(seed: 5)
    var connections = Connections()
    var expected: [Int] = []
    for _ in 0..<5_000 {
      let number = Int.random(in: slots.indices, using: &generator)
      #expect(connections.contains(slots[number]) == expected.contains(number))
      if let index = expected.firstIndex(of: number) {
        #expect(connections.remove(slots[number])?.slot === slots[number])
        expected.remove(at: index)
      } else {
        connections.append(UpstreamsState.Connection(slot: slots[number]))
        expected.append(number)
      }
      #expect(numbers(of: connections) == expected)
      #expect(connections.isEmpty == expected.isEmpty)
    }
  }

  @Test(arguments: [1, 16, 17, 99])
  func `keep the tokens of those that are there`(count: Int) {
    var connections = connections(0..<count)
    let tokens = (0..<count).map { _ in Subscription {} }
    for (index, token) in tokens.enumerated() {
      let isKept = connections.keep(token, for: slots[index])
      #expect(isKept)
    }
    let isKept = connections.keep(.ended, for: slots[count])
    #expect(!isKept)
    #expect(connections.remove(slots[count]) == nil)
    #expect(zip(connections.all, tokens).allSatisfy { $0.token === $1 })
  }
}
