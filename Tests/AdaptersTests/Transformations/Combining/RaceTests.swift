import TestSupport
import Testing
import Tidings
import TidingsAdapters
import TidingsCore

@Suite("Race")
struct RaceTests {
  @Test func `does not subscribe to further publishers after one that delivers immediately`() {
    let starts = History<Void>()
    let task = Broadcaster<Int>.deferred {
      starts.record(())
      return Broadcaster.just(9)
    }
    let property = PublishedProperty(1)
    let history = History<Int>()
    let subscription = property.publishedValue.race(with: task).attach { history.record($0) }
    property.value = 2
    #expect(history.events == [1, 2])
    #expect(starts.events.isEmpty)
    subscription.invalidate()
  }

  @Test func `cancels the losing tasks`() {
    let log = History<String>()
    let winner = TaskSource<Int, String, Never>()
    let loser = PublishedTask<Int, String, Never>(start: { _ in
      log.record("start")
      return Subscription { log.record("cancel") }
    })
    let subscription = [loser, winner.publishedTask].raced().attach { log.record("\($0)") }
    winner.report(1)
    #expect(log.events == ["start", "cancel", "inProgress(1)"])
    subscription.invalidate()
  }

  @Test func `ignores an update of a loser that is sent during the winner's first update`() {
    let sources = [BroadcastSource<Int>(), BroadcastSource<Int>()]
    let history = History<Int>()
    let subscription = sources.raced().attach { update in
      history.record(update)
      sources[1].send(9)
      if update == 1 { sources[0].send(2) }
    }
    sources[0].send(1)
    #expect(history.events == [1, 2])
    subscription.invalidate()
  }

  @Test func `delivers all updates of one winner in order with several threads`() async {
    for _ in 0..<50 {
      let sources = (0..<3).map { _ in BroadcastSource<Int>() }
      let history = History<Int>()
      let ends = History<Void>()
      let subscription = sources.raced().attach { history.record($0) }
      subscription.whenEnded { ends.record(()) }
      await onThreads(3) { index in
        for update in 0..<100 { sources[index].send(index * 100 + update) }
        sources[index].finish()
      }
      await onThreads { _ in ends.waitForCount(1) }
      let first = history.events.first ?? -1
      #expect(first.isMultiple(of: 100))
      #expect(history.events == Array(first..<first + 100))
    }
  }
}
