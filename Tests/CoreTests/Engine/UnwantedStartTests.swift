import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("A start that is no longer requested")
struct UnwantedStartTests {
  private let history = History<Int>()

  /// Sends updates as long as it has a subscriber.
  private let numbers = Broadcaster<Int> { source in
    for number in 1... {
      guard source.hasSubscribers else { break }
      source.send(number)
    }
    return .ended
  }

  @Test func `is detected by an endless closure and an endless sequence, also behind several operators`() {
    for endless in [numbers, (1...Int.max).broadcaster()] {
      let history = History<Int>()
      let merged = endless.share().prepend(0).merge(with: Broadcaster<Int>.never).map { $0 * 10 }.share()
      let subscription = merged.prefix(3).attach { history.record($0) }
      #expect(history.events == [0, 10, 20])
      #expect(!subscription.isActive)
    }
  }

  @Test func `continues for a remaining subscriber`() {
    let shared = Broadcaster<Int> { source in
      for number in 1...4 where source.hasSubscribers { source.send(number) }
      return .ended
    }.share()
    let others = History<Int>()
    let late = Held<Subscription>()
    let subscription = shared.prefix(2).attach { [history] number in
      history.record(number)
      if number == 1 { late.hold(shared.attach { others.record($0) }) }
    }
    #expect(history.events == [1, 2])
    #expect(others.events == [2, 3, 4])
    #expect(!subscription.isActive)
    late.letGo()
  }

  @Test func `ends for a remaining subscriber`() {
    let starts = History<Void>()
    let numbers = Broadcaster<Int> { source in
      starts.record(())
      for number in 1...3 { source.send(number) }
      source.finish()
      return .ended
    }
    for shared in [numbers, [1, 2, 3].broadcaster().share()] {
      let others = History<String>()
      let late = Held<Subscription>()
      _ = shared.prefix(1).attach { _ in
        late.hold(shared.attach({ others.record("\($0)") }, ended: { others.record("end") }))
      }
      #expect(others.events == ["2", "3", "end"])
      late.letGo()
    }
    #expect(starts.events.count == 1)
  }

  @Test func `is repeated for a subscriber that joins during the same start, after the end`() {
    let late = Held<Subscription>()
    let others = History<String>()
    let shared = Held<Broadcaster<Int>>()
    let numbers = Broadcaster<Int> { source in
      source.send(1)
      source.finish()
      if let shared = shared.current, late.current == nil {
        late.hold(shared.attach({ others.record("\($0)") }, ended: { others.record("end") }))
      }
      return .ended
    }
    shared.hold(numbers)
    _ = numbers.prefix(1).attach { _ in }
    #expect(others.events == ["1", "end"])
    shared.letGo()
    late.letGo()
  }

  @Test func `does not stop other publishers that its closure subscribes to`() {
    let others = History<Int>()
    let source = Broadcaster<Int> { source in
      source.send(1)
      return [7, 8].broadcaster().attach { others.record($0) }
    }
    let subscription = source.prefix(1).attach { [history] in history.record($0) }
    #expect(history.events == [1])
    #expect(others.events == [7, 8])
    #expect(!subscription.isActive)
  }
}
