import TestSupport
import Testing
import Tidings

@Suite("Prefix")
struct PrefixTests {
  /// The deliveries for 1, 2, 3 and 1, with the end.
  private func passed(_ apply: (Broadcaster<Int>) -> Broadcaster<Int>) -> [String] {
    let source = BroadcastSource<Int>()
    let history = History<String>()
    let subscription = apply(source.broadcaster).attach { history.record("\($0)") }
    subscription.whenEnded { history.record("end") }
    for update in [1, 2, 3, 1] { source.send(update) }
    #expect(source.hasSubscribers == subscription.isActive)
    source.finish()
    return history.events
  }

  @Test
  func `passes on so many updates and ends, or ends before with its upstream`() {
    #expect(passed { $0.prefix(2) } == ["1", "2", "end"])
    #expect(passed { $0.prefix(0) } == ["end"])
    #expect(passed { $0.prefix(9) } == ["1", "2", "3", "1", "end"])
  }

  @Test
  func `passes on what satisfies a condition, and ends with the first that does not`() {
    #expect(passed { $0.prefix { $0 < 3 } } == ["1", "2", "end"])
  }

  @Test
  func `ends inside the initial delivery, and nothing that arrives there passes`() {
    let property = PublishedProperty(1)
    let history = History<Int>()
    let subscription = property.publishedValue.prefix(1).attach { update in
      history.record(update)
      property.value = 2
    }
    #expect(history.events == [1])
    #expect(!subscription.isActive)
    #expect(!property.hasSubscribers)
  }

  @Test
  func `stacks: the shortest counts`() {
    #expect(passed { $0.prefix(3).map { $0 }.prefix(1) } == ["1", "end"])
    #expect(passed { $0.prefix(1).prefix(3) } == ["1", "end"])
  }

  @Test
  func `of a negative count traps with a message`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Broadcaster<Int>.never.prefix(-1)
    }
    #expect(result.message.contains("prefix(_:) takes a count of zero or more, not -1"))
  }

  @Test
  func `inclusive passes on the first that does not satisfy its condition, too, and ends with it`() {
    #expect(passed { $0.prefix(while: { $0 < 3 }, inclusive: true) } == ["1", "2", "3", "end"])
    #expect(passed { $0.prefix(while: { $0 < 9 }, inclusive: true) } == ["1", "2", "3", "1", "end"])
  }

  @Test(arguments: [false, true])
  func `does not call its condition after its end, also if it is cancelled during an update`(inclusive: Bool) {
    let source = BroadcastSource<Int>()
    let asked = History<Int>()
    let subscription = source.prefix(
      while: { update in
        asked.record(update)
        return update < 2
      }, inclusive: inclusive
    ).attach { _ in source.send(2) }
    source.send(1)
    #expect(asked.events == [1, 2])
    #expect(!subscription.isActive)
    #expect(!source.hasSubscribers)
  }

  @Test
  func `inclusive ends inside the initial delivery, with the value that does not satisfy its condition`() {
    let property = PublishedProperty(1)
    let history = History<Int>()
    let subscription = property.prefix(while: { _ in false }, inclusive: true).attach { history.record($0) }
    #expect(history.events == [1])
    #expect(!subscription.isActive)
    #expect(!property.hasSubscribers)
  }
}
