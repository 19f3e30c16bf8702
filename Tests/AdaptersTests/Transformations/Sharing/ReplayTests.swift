import TestSupport
import Testing
import Tidings

@Suite("Replay")
struct ReplayTests {
  /// Returns the updates that a new subscriber receives immediately.
  private func first(of publisher: some Publisher<Int>) -> [Int] {
    let history = History<Int>()
    publisher.attach { history.record($0) }.invalidate()
    return history.events
  }

  @Test func `keeps updates without subscribers if requested, followed by those of the next start`() {
    let starts = History<Int>()
    let source = Broadcaster<Int> { source in
      starts.record(0)
      source.send(starts.events.count * 10)
      return Subscription { withExtendedLifetime(source) {} }
    }
    let replaying = source.replay(2, whenUnused: .keeping)
    #expect(first(of: replaying) == [10])
    #expect(first(of: replaying) == [10, 20])
    #expect(first(of: replaying) == [10, 20, 30])
    #expect(first(of: replaying) == [20, 30, 40])
  }

  @Test func `loses no update between replayed and later updates with several threads`() async {
    for _ in 0..<50 {
      let source = BroadcastSource<Int>()
      let replaying = source.replay(3)
      let kept = replaying.attach { _ in }
      let history = History<Int>()
      let subscription = Held<Subscription>()
      await onThreads(2) { index in
        if index == 0 {
          for update in 1...50 { source.send(update) }
        } else {
          subscription.hold(replaying.attach { history.record($0) })
        }
      }
      await onThreads { _ in history.wait(for: 50) }
      let events = history.events
      #expect(events.first.map { Array($0...50) } == events)
      subscription.letGo()
      kept.invalidate()
    }
  }
}
