import TestSupport
import Testing
import TidingsCore

@Suite("A roster")
struct RosterTests {
  private let roster = Roster(isTakenFreely: true, openRun: .standing)

  private func fill(_ phases: [SubscriptionPhase]) {
    for (number, phase) in phases.enumerated() {
      let seat = SubscriptionSeat(phase: phase)
      seat.id = UInt(number + 1)
      roster.append(seat)
    }
  }

  private var ids: [UInt] { roster.seats.map(\.id) }

  @Test("keeps the order of those who join, however many")
  func order() {
    fill(Array(repeating: .live, count: 1_000))
    #expect(ids == Array(1...1_000))
    #expect(roster.count(upTo: 400) == 400)
    #expect(roster.count(upTo: 0) == 0)
    #expect(roster.count(upTo: .max) == 1_000)
  }

  @Test("removes the dead at its end, and leaves the few among the living")
  func few() {
    fill([.live, .ended, .live, .initial, .invalidated, .ended])
    #expect(roster.removeDead(of: 3) == 2)
    #expect(ids == [1, 2, 3, 4])
  }

  @Test("removes all the dead when they are more than half")
  func many() {
    fill([.live, .ended, .invalidated, .ended, .initial])
    #expect(roster.removeDead(of: 3) == 3)
    #expect(ids == [1, 5])
    roster.append(SubscriptionSeat(phase: .live))
    #expect(roster.count == 3)
  }

  @Test("holds a seat until it is removed, or goes itself")
  func lifetime() {
    weak var removed: SubscriptionSeat?
    weak var kept: SubscriptionSeat?
    do {
      let roster = Roster(isTakenFreely: true, openRun: .standing)
      do {
        let seats = [SubscriptionSeat(phase: .live), SubscriptionSeat(phase: .ended)]
        for seat in seats { roster.append(seat) }
        (kept, removed) = (seats[0], seats[1])
      }
      #expect(roster.count == 2)
      #expect(removed != nil)
      #expect(roster.removeDead(of: 1) == 1)
      #expect(removed == nil)
      #expect(kept != nil)
    }
    #expect(kept == nil)
  }

  @Test("is open to one run at a time, or to none")
  func runs() {
    #expect(roster.isOpen(to: .standing))
    roster.open(to: 7)
    #expect(roster.isOpen(to: 7))
    #expect(!roster.isOpen(to: .standing))
  }
}
