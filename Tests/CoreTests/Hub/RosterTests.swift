import TestSupport
import Testing
import TidingsCore

@Suite("A roster")
struct RosterTests {
  private let roster = Roster(isTakenFreely: true, openRun: .standing, isStanding: true)

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
    roster.deadCount = 3
    roster.removeDead()
    #expect(roster.deadCount == 1)
    #expect(ids == [1, 2, 3, 4])
  }

  @Test("removes all the dead when they are more than half")
  func many() {
    fill([.live, .ended, .invalidated, .ended, .initial])
    roster.deadCount = 3
    roster.removeDead()
    #expect(roster.deadCount == 0)
    #expect(ids == [1, 5])
    roster.append(SubscriptionSeat(phase: .live))
    #expect(roster.count == 3)
  }

  @Test("holds a seat until it is removed, or goes itself")
  func lifetime() {
    weak var removed: SubscriptionSeat?
    weak var kept: SubscriptionSeat?
    do {
      let roster = Roster(isTakenFreely: true, openRun: .standing, isStanding: true)
      do {
        let seats = [SubscriptionSeat(phase: .live), SubscriptionSeat(phase: .ended)]
        for seat in seats { roster.append(seat) }
        (kept, removed) = (seats[0], seats[1])
      }
      #expect(roster.count == 2)
      #expect(removed != nil)
      roster.deadCount = 1
      roster.removeDead()
      #expect(removed == nil)
      #expect(kept != nil)
    }
    #expect(kept == nil)
  }

  @Test("lets a subscriber leave at once who is nobody else's concern")
  func leavingAtOnce() {
    fill([.live, .live, .live])
    roster.subscriberCount = 3
    let (middle, last) = (roster.seats[1], roster.seats[2])
    #expect(roster.strikeOutAtOnce(middle))
    #expect(middle.phase == .invalidated)
    #expect(ids == [1, 2, 3], "one of three is left where it is")
    #expect(roster.strikeOutAtOnce(last))
    #expect(ids == [1])
    #expect(roster.subscriberCount == 1)
    #expect(roster.deadCount == 0)
    let isGivenBack = roster.baton.take()
    #expect(isGivenBack)
  }

  @Test("leaves it to others where somebody delivers, waits for the end, or is to be told of the last to leave")
  func leavingOtherwise() {
    fill([.live, .initial, .ended, .live])
    roster.subscriberCount = 3
    let seats = roster.seats
    #expect(!roster.strikeOutAtOnce(seats[1]))
    #expect(!roster.strikeOutAtOnce(seats[2]))
    seats[3].endHandlers = [EndHandler {}]
    #expect(!roster.strikeOutAtOnce(seats[3]))
    let isTaken = roster.baton.take()
    #expect(isTaken)
    #expect(!roster.strikeOutAtOnce(seats[0]))
    let isUncalled = roster.baton.giveBack()
    #expect(isUncalled)
    let started = Roster(isTakenFreely: true, openRun: 1, isStanding: false)
    started.append(SubscriptionSeat(phase: .live))
    started.subscriberCount = 1
    #expect(!started.strikeOutAtOnce(started.seats[0]))
    #expect(started.seats[0].phase == .live)
    #expect(seats.map(\.phase) == [.live, .initial, .ended, .live])
  }

  @Test("is open to one run at a time, or to none")
  func runs() {
    #expect(roster.isOpen(to: .standing))
    roster.open(to: 7)
    #expect(roster.isOpen(to: 7))
    #expect(!roster.isOpen(to: .standing))
  }
}
