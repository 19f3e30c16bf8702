import TestSupport
import Testing
import Tidings

@Suite("Map")
struct MapTests {
  @Test func `of a value drops equal values in generic code, too`() {
    func mapped<Value: Sendable>(
      _ value: PublishedValue<Int>, _ transform: @escaping @Sendable (Int) -> Value
    ) -> PublishedValue<Value> {
      value.map(transform)
    }
    let property = PublishedProperty(1)
    let history = History<Int>()
    let subscription = mapped(property.publishedValue) { $0 / 2 }.attach { history.record($0) }
    for value in [2, 3] { property.value = value }
    #expect(history.events == [0, 1])
    subscription.invalidate()
  }

  @Test func `of a value in code that is generic over publishers is a broadcaster`() {
    func mapped(_ publisher: some Publisher<Int>) -> Broadcaster<Int> { publisher.map { $0 / 2 } }
    let property = PublishedProperty(1)
    let history = History<Int>()
    let subscription = mapped(property.publishedValue).attach { history.record($0) }
    for value in [2, 3] { property.value = value }
    #expect(history.events == [0, 1, 1])
    subscription.invalidate()
  }

  @Test func `of a task transforms only its success`() async {
    struct Refusal: Error, Equatable {}
    let source = TaskSource<Int, Int, Refusal>()
    let history = History<TaskUpdate<Int, String, Refusal>>()
    let task = source.publishedTask.map { "\($0)" }
    let subscription = task.attach { history.record($0) }
    source.report(1)
    source.succeed(2)
    #expect(history.events == [.inProgress(1), .completed(.success("2"))])
    #expect(await task.result == .success("2"))
    let failed = PublishedTask<Int, Int, Refusal>.failure(Refusal()).map { "\($0)" }
    #expect(await failed.result == .failure(Refusal()))
    subscription.invalidate()
  }

  @Test func `calls its closure once for each subscriber`() {
    let source = BroadcastSource<Int>()
    let calls = History<Void>()
    let mapped = source.map { update in
      calls.record(())
      return update
    }
    let subscriptions = [mapped.attach { _ in }, mapped.attach { _ in }]
    source.send(1)
    #expect(calls.events.count == 2)
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `accepts literal key paths for all kinds of publishers`() async {
    let source = BroadcastSource<String>()
    let property = PublishedProperty("abc")
    let lengths: [any Publisher<Int>] = [source.map(\.count), property.publishedValue.map(\.count)]
    let history = History<Int>()
    let subscriptions = lengths.map { lengths in lengths.attach { history.record($0) } }
    source.send("a")
    #expect(history.events == [3, 1])
    #expect(await PublishedTask<Int, String, Never>.success("ab").map(\.count).value == 2)
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `of a value to something that is not equatable is a value`() {
    struct Box: Sendable { let content: Int }
    let property = PublishedProperty(1)
    let boxes = property.publishedValue.map { Box(content: $0) }
    #expect(boxes.value.content == 1)
    let contents = boxes.map { [$0] }.map { $0[0].content }
    #expect(contents.value == 1)
  }
}
