import TestSupport
import Testing
import Tidings

@Suite("Binding")
struct BindTests {
  @Test func `sets a property to each update, and does not keep it alive`() {
    let source = BroadcastSource<Int>()
    var target: PublishedProperty<Int>? = PublishedProperty(0)
    let subscription = target.map { source.bind(to: $0) }
    source.send(1)
    #expect(target?.value == 1)
    target = nil
    #expect(subscription?.isActive == true)
    source.send(2)
    #expect(subscription?.isActive == false)
    #expect(!source.hasSubscribers)
  }

  @Test func `sets a property to the current value immediately`() {
    let property = PublishedProperty(1)
    let target = PublishedProperty(0)
    let subscription = property.publishedValue.bind(to: target)
    #expect(target.value == 1)
    subscription.invalidate()
  }

  @Test func `forwards each update to a source, and does not finish it`() {
    let upstream = BroadcastSource<Int>()
    let source = BroadcastSource<Int>()
    let history = History<Int>()
    let subscriptions = [source.attach { history.record($0) }, upstream.forward(to: source)]
    upstream.send(1)
    upstream.finish()
    source.send(2)
    #expect(history.events == [1, 2])
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `keeps the source of a start closure alive, which ends with the publisher`() {
    let upstream = BroadcastSource<Int>()
    let wrapped = Broadcaster<Int> { source in upstream.forward(to: source) }
    #expect(updatesOfTwoRuns(of: wrapped, from: upstream) == [1, 2])
  }

  @Test func `keeps the property of a start closure alive, which ends with the publisher`() {
    let upstream = BroadcastSource<Int>()
    let wrapped = PublishedValue(initial: 0) { property in upstream.bind(to: property) }
    #expect(updatesOfTwoRuns(of: wrapped, from: upstream) == [0, 1, 0, 2])
  }

  /// Subscribes until the first update, and then again until the end.
  private func updatesOfTwoRuns(of wrapped: some Publisher<Int>, from upstream: BroadcastSource<Int>) -> [Int] {
    let history = History<Int>()
    let first = wrapped.attach { history.record($0) }
    upstream.send(1)
    first.invalidate()
    #expect(!upstream.hasSubscribers)
    let second = wrapped.attach { history.record($0) }
    upstream.send(2)
    upstream.finish()
    #expect(!second.isActive)
    return history.events
  }

  @Test func `keeps the property of a start closure alive, which is set by a task`() {
    let work = TaskSource<Int, Int, Never>()
    let wrapped = PublishedValue(initial: 0) { property in
      work.publishedTask.bind(progress: property, success: property)
    }
    let history = History<Int>()
    let subscription = wrapped.attach { history.record($0) }
    work.report(1)
    work.succeed(2)
    #expect(history.events == [0, 1, 2])
    #expect(!subscription.isActive)
  }
}
