import TestSupport
import Testing
import Tidings

@Suite("The algebra of sharing")
struct SharingAlgebraTests {
  private let lists = Generator.integers(0...9).list(upTo: 12)

  @Test func `replay(n) delivers the last n of k updates`() {
    expectAll(lists.and(.integers(0...6))) { updates, count in
      Array(updates.suffix(count))
    } from: { updates, count in
      let source = BroadcastSource<Int>()
      let replayed = source.replay(count)
      let first = replayed.attach { _ in }
      for update in updates { source.send(update) }
      let history = History<Int>()
      let late = replayed.attach { history.record($0) }
      late.invalidate()
      first.invalidate()
      return history.events
    }
  }

  @Test func `replay(n) and a source that replays n deliver the same to a late subscriber`() {
    expectAll(lists.and(.integers(0...6)).and(Generator.integers(0...9).list(upTo: 3))) { updates, later in
      let source = BroadcastSource<Int>(replaying: updates.1)
      for update in updates.0 { source.send(update) }
      return Self.late(source, then: later, through: source)
    } from: { updates, later in
      let source = BroadcastSource<Int>()
      let replayed = source.replay(updates.1)
      let first = replayed.attach { _ in }
      for update in updates.0 { source.send(update) }
      defer { first.invalidate() }
      return Self.late(replayed, then: later, through: source)
    }
  }

  private static func late(
    _ publisher: some Publisher<Int>, then updates: [Int], through source: BroadcastSource<Int>
  ) -> [String] {
    let history = History<String>()
    let subscription = publisher.attach { history.record("\($0)") }
    subscription.whenEnded(isolation: nil) { history.record("|") }
    for update in updates { source.send(update) }
    source.finish()
    return withExtendedLifetime(subscription) { history.events }
  }

  @Test func `share delivers the same to a single subscriber`() {
    expectAll(Generator<Schedule>.schedules(of: 2)) { schedule in
      schedule.play(on: 2) { $0[0].merge(with: $0[1]) }
    } from: { schedule in
      schedule.play(on: 2) { $0[0].merge(with: $0[1]).share() }
    }
  }

  @Test func `publishedValue(initial:) delivers the initial value and then each different update`() {
    expectAll(Generator<Schedule>.schedules(of: 1)) { schedule in
      schedule.play { $0[0].prepend(0).removeDuplicates() }
    } from: { schedule in
      schedule.play { $0[0].publishedValue(initial: 0) }
    }
  }
}
