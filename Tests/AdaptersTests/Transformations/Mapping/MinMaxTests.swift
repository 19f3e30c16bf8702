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

  @Test func `with a custom order find the first of equal elements, as those of a sequence do`() async {
    let least = await offers.broadcaster().min { $0.price < $1.price }.value
    let greatest = await offers.broadcaster().max { $0.price < $1.price }.value
    #expect(least == offers.min { $0.price < $1.price })
    #expect(greatest == offers.max { $0.price < $1.price })
    #expect(least?.name == "b")
    #expect(greatest?.name == "c")
  }

  @Test func `can find nil if updates are optional`() async {
    let updates: [Int?] = [1, nil, 2]
    let least = await updates.broadcaster().min { $0 ?? 0 < $1 ?? 0 }.value
    #expect(least == .some(nil))
  }
}
