import TestSupport
import Testing
import Tidings

@Suite("Min and max")
struct MinMaxTests {
  private struct Offer: Sendable, Equatable {
    let name: String
    let price: Int
  }

  private let offers = [("a", 2), ("b", 1), ("c", 3), ("d", 1), ("e", 3)].map { Offer(name: $0, price: $1) }

  @Test
  func `by an order of one's own find the first of equals, as those of a sequence do`() async {
    let least = await offers.broadcaster().min { $0.price < $1.price }.value
    let greatest = await offers.broadcaster().max { $0.price < $1.price }.value
    #expect(least == offers.min { $0.price < $1.price })
    #expect(greatest == offers.max { $0.price < $1.price })
    #expect(least?.name == "b")
    #expect(greatest?.name == "c")
  }

  @Test
  func `find nil like any other update where updates are optional`() async {
    let updates: [Int?] = [1, nil, 2]
    let least = await updates.broadcaster().min { $0 ?? 0 < $1 ?? 0 }.value
    #expect(least == .some(nil))
  }
}
