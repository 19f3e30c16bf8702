import TestSupport
import Testing
import TidingsCore

@Suite("A roster")
struct RosterTests {
  private let roster = Roster(isTakenFreely: true, openRun: .standing, isStanding: true)

  /// Subscribers with the ids 1, 2, …, as they are when all that have left did so during a delivery.
  private func fill(_ phases: [SubscriptionPhase]) {
    for phase in phases {
      let id = roster.append(.unused, as: .live)
      roster.enter(phase, for: id)
      if phase.isActive { roster.subscriberCount += 1 } else { roster.settle(id) }
    }
  }

  @Test
  func `keeps the order of those who join, however many, and finds each`() {
    fill(Array(repeating: .live, count: 1_000))
    #expect(roster.listedIDs == Array(1...1_000))
    #expect(roster.count(upTo: 400) == 400)
    #expect(roster.count(upTo: 0) == 0)
    #expect(roster.count(upTo: .max) == 1_000)
    for id in [1, 2, 499, 500, 999, 1_000] as [SubscriptionID] {
      roster.enter(.initial, for: id)
      #expect(roster.phase(of: id) == .initial)
    }
    #expect(roster.phases.count { $0 == .initial } == 6)
    #expect(roster.phase(of: 1_001) == .ended)
    #expect(roster.phase(of: .refused) == .ended)
  }

  @Test
  func `removes the dead at its end, and leaves the few among the living`() {
    fill([.live, .ended, .live, .initial, .invalidated, .ended])
    let left = roster.tidy()
    #expect(left.map(\.id) == [2, 5, 6])
    #expect(roster.deadCount == 1)
    #expect(roster.listedIDs == [1, 2, 3, 4])
    #expect(roster.phase(of: 4) == .initial)
  }

  private struct Leaving: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let leaving: @Sendable ([SubscriptionID]) -> [SubscriptionID]
  }

  private static let orders = [
    Leaving(testDescription: "the oldest first") { Array($0.prefix(900)) },
    Leaving(testDescription: "the newest first") { $0.suffix(900).reversed() },
    Leaving(testDescription: "every second") { $0.filter { $0.isMultiple(of: 2) } },
    Leaving(testDescription: "every second, then the rest from the newest") { ids in
      ids.filter { $0.isMultiple(of: 2) } + ids.filter { !$0.isMultiple(of: 2) }.reversed()
    },
    Leaving(testDescription: "in any order") { ids in
      var generator = SplitMix64(seed: 17)
      return ids.shuffled(using: &generator)
    },
  ]

  @Test(arguments: orders)
  private func `has a delivery look at one that is dead and one for seven that live at most`(_ order: Leaving) {
    fill(Array(repeating: .live, count: 1_000))
    var living = 1_000
    for id in order.leaving(Array(1...1_000)) {
      #expect(roster.strikeOutAtOnce(id) != nil)
      living -= 1
      #expect(roster.phases.count == living + roster.deadCount)
      #expect(roster.deadCount * 7 <= living + 8)
    }
  }

  @Test
  func `removes all the dead when they are more than one and an eighth`() {
    fill([.live, .ended, .invalidated, .ended, .initial])
    _ = roster.tidy()
    #expect(roster.deadCount == 0)
    #expect(roster.listedIDs == [1, 5])
    #expect(roster.append(.unused, as: .live) == 6)
    #expect(roster.listedIDs == [1, 5, 6])
    #expect(roster.phase(of: 5) == .initial)
  }

  @Test
  func `gives memory back when most have left, and grows again`() {
    fill(Array(repeating: .live, count: 1_000))
    for id in (11...1_000).reversed() as ReversedCollection<ClosedRange<SubscriptionID>> {
      #expect(roster.strikeOutAtOnce(id) != nil)
    }
    #expect(roster.listedIDs == Array(1...10))
    #expect(roster.listed.capacity <= 64)
    fill(Array(repeating: .live, count: 1_000))
    #expect(roster.listedIDs == Array(1...10) + Array(1_001...2_000))
  }

  @Test
  func `lets a closure go when its subscriber has left, or with itself`() {
    let history = History<String>()
    do {
      let roster = Roster(isTakenFreely: true, openRun: .standing, isStanding: true)
      let ids = ["first", "second", "third"].map { name in
        let mark = ReleaseMark { history.record(name) }
        return roster.append(.erasing { (_: Int) in withExtendedLifetime(mark) {} }, as: .live)
      }
      #expect(roster.close(ids[1], as: .ended)?.isEmpty == true)
      let left = roster.strikeOut(ids[1])
      #expect(left?.id == ids[1])
      #expect(history.events.isEmpty, "whoever has the lock lets nothing go")
      withExtendedLifetime(left) {}
    }
    #expect(history.events == ["second", "first", "third"])
  }

  @Test
  func `lets a newcomer of a delivery join after it, also one that has left before`() {
    fill([.live])
    let isTaken = roster.baton.take()
    #expect(isTaken)
    fill([.live, .live, .live])
    #expect(roster.listedIDs == [1])
    #expect(roster.newcomerIDs == [2, 3, 4])
    #expect(roster.close(3, as: .ended)?.isEmpty == true)
    #expect(roster.strikeOut(3) == nil)
    #expect(roster.phase(of: 3) == .ended)
    #expect(roster.phase(of: 4) == .live)
    #expect(roster.tidy().map(\.id) == [3])
    #expect(roster.listedIDs == [1, 2, 3, 4])
    #expect(roster.newcomerIDs == [])
  }

  @Test
  func `leaves the closure of one who leaves during a delivery to its thread, which is called`() {
    fill([.live, .live])
    let isTaken = roster.baton.take()
    #expect(isTaken)
    #expect(roster.close(2, as: .invalidated)?.isEmpty == true)
    #expect(roster.close(2, as: .ended) == nil, "it is over")
    #expect(roster.strikeOut(2) == nil)
    let isUncalled = roster.baton.giveBack()
    #expect(!isUncalled)
    #expect(roster.phase(of: 2) == .invalidated)
    #expect(roster.tidy().map(\.id) == [2])
    #expect(roster.listedIDs == [1])
  }

  @Test
  func `lets the closure of one who has not been called go immediately, also during a delivery`() {
    fill([.live, .initial])
    let isTaken = roster.baton.take()
    #expect(isTaken)
    #expect(roster.close(2, as: .ended)?.isEmpty == true)
    #expect(roster.strikeOut(2, isUncalled: true)?.id == 2)
    #expect(roster.listedIDs == [1, 2])
    #expect(roster.tidy().isEmpty)
    #expect(roster.listedIDs == [1])
  }

  @Test
  func `lets a subscriber leave immediately who is nobody else's concern`() {
    fill([.live, .live, .live])
    #expect(roster.strikeOutAtOnce(2)?.id == 2)
    #expect(roster.phase(of: 2) == .invalidated)
    #expect(roster.listedIDs == [1, 2, 3], "one of three is left where it is")
    #expect(roster.strikeOutAtOnce(2) == nil)
    #expect(roster.strikeOutAtOnce(3)?.id == 3)
    #expect(roster.listedIDs == [1])
    #expect(roster.subscriberCount == 1)
    #expect(roster.deadCount == 0)
    let isGivenBack = roster.baton.take()
    #expect(isGivenBack)
  }

  @Test
  func `does not remove a subscriber in place during a delivery, before an end, or as the last one`() {
    fill([.live, .initial, .ended, .live])
    #expect(roster.strikeOutAtOnce(2) == nil)
    #expect(roster.strikeOutAtOnce(3) == nil)
    #expect(roster.addEndHandler(EndHandler {}, to: 4, unless: false) == .kept)
    #expect(roster.strikeOutAtOnce(4) == nil, "it waits for the end")
    #expect(roster.close(4, as: .ended)?.count == 1)
    let isTaken = roster.baton.take()
    #expect(isTaken)
    #expect(roster.strikeOutAtOnce(1) == nil)
    let isUncalled = roster.baton.giveBack()
    #expect(isUncalled)
    let started = Roster(isTakenFreely: true, openRun: 1, isStanding: false)
    let only = started.append(.unused, as: .live)
    started.subscriberCount = 1
    #expect(started.strikeOutAtOnce(only) == nil)
    #expect(started.phase(of: only) == .live)
    #expect(roster.phases == [.live, .initial, .ended, .ended])
  }

  @Test
  func `runs a late end handler, unless its subscription was given up, by its token or by others`() {
    fill([.live, .live, .live])
    for id in [1, 2, 3] as [SubscriptionID] { _ = roster.strikeOutAtOnce(id) }
    roster.noteGivenUp(3)
    #expect(roster.addEndHandler(EndHandler {}, to: 1, unless: false) == .run)
    #expect(roster.addEndHandler(EndHandler {}, to: 2, unless: true) == .dropped)
    #expect(roster.addEndHandler(EndHandler {}, to: 3, unless: false) == .dropped)
    #expect(roster.phase(of: 3) == .invalidated)
    roster.forgetGivenUp(3)
    #expect(roster.phase(of: 3) == .ended)
  }

  @Test
  func `is open to one run at a time, or to none`() {
    #expect(roster.isOpen(to: .standing))
    roster.open(to: 7)
    #expect(roster.isOpen(to: 7))
    #expect(!roster.isOpen(to: .standing))
  }
}
