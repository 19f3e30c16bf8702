import TestSupport
import Testing
import Tidings

@Suite("Descriptions for print and dump")
struct DescriptionsTests {
  private struct Offline: Error {}

  @Test func `A property shows its value as in source code`() {
    #expect("\(PublishedProperty("Inbox"))" == #"PublishedProperty("Inbox")"#)
    #expect("\(PublishedProperty<Int?>(nil))" == "PublishedProperty(nil)")
  }

  @Test func `A source shows its number of subscribers`() {
    let source = BroadcastSource<Int>()
    let subscriptions = [source.attach { _ in }, source.attach { _ in }]
    #expect("\(source)" == "BroadcastSource<Int>(subscribers: 2)")
    subscriptions[0].invalidate()
    #expect("\(source)" == "BroadcastSource<Int>(subscribers: 1)")
  }

  @Test func `Publishers show their type`() {
    let property = PublishedProperty("")
    #expect("\(BroadcastSource<Int>().broadcaster)" == "Broadcaster<Int>")
    #expect("\(property.publishedValue)" == "PublishedValue<String>")
    #expect("\(PublishedTask<Never, Int, Offline>.success(1))" == "PublishedTask<Never, Int, Offline>")
    #expect("\(BroadcastSource<Int>().onMainActor)" == "MainActorBroadcaster<Int>")
    #expect("\(property.onMainActor)" == "MainActorValue<String>")
    #expect("\(DeferredPublisher<Int>())" == "DeferredPublisher<Int>")
    #expect("\(Action<Int, Never, Int, Offline> { .success($0) })" == "Action<Int, Never, Int, Offline>")
    #expect("\(TimerSource(scheduler: .main))" == "TimerSource(stopped)")
    #expect("\(TaskSource<Double, Int, Offline>())" == "TaskSource<Double, Int, Offline>(subscribers: 0)")
  }

  @Test func `A value is described without reading it, which would run the closures of operators`() {
    let history = History<Int>()
    let value = PublishedProperty(1).map { number in
      history.record(number)
      return number
    }
    #expect("\(value)" == "PublishedValue<Int>")
    _ = dumped(value)
    #expect(history.events == [])
  }

  @Test func `A token shows its state`() {
    let source = BroadcastSource<Int>()
    let subscriptions = [source.attach { _ in }, source.attach { _ in }]
    #expect("\(subscriptions[0])" == "Subscription(active)")
    subscriptions[0].invalidate()
    #expect("\(subscriptions[0])" == "Subscription(invalidated)")
    source.finish()
    #expect("\(subscriptions[1])" == "Subscription(over)")
    let other = BroadcastSource<Int>()
    let removed = other.attach { _ in }
    other.removeAllSubscribers()
    #expect("\(removed)" == "Subscription(invalidated)")
  }

  @Test func `A bag shows its count, and dump lists its tokens`() {
    let bag = SubscriptionBag()
    for _ in 1...3 { bag.insert(Subscription {}) }
    #expect("\(bag)" == "SubscriptionBag(3)")
    #expect(dumped(bag).split(separator: "\n").count == 4)
  }

  @Test func `An update of a task shows its progress or result`() {
    typealias Update = TaskUpdate<Double, String, Offline>
    #expect("\(Update.inProgress(0.5))" == "inProgress(0.5)")
    #expect("\(Update.completed(.success("Ada")))" == #"success("Ada")"#)
    #expect("\(Update.completed(.failure(Offline())))" == "failure(Offline())")
  }

  @Test func `dump of a model with sources takes a few lines`() {
    struct Model {
      let title = PublishedProperty("Inbox")
      let taps = BroadcastSource<Int>()
      let subscriptions = SubscriptionBag()
    }
    let model = Model()
    model.title.subscribe { _ in }.store(in: model.subscriptions)
    let lines = dumped(model).split(separator: "\n")
    #expect(lines.count <= 8, "\(lines.joined(separator: "\n"))")
    #expect(dumped(model).contains("Inbox"))
  }

  @Test func `A token from subscribe shows its source location in debug builds`() {
    let source = BroadcastSource<Int>()
    let subscription = source.subscribe(fileID: "Mail/Feed.swift", line: 12) { _ in }
    #if DEBUG
      #expect("\(subscription)" == "Subscription(active, Feed.swift:12)")
    #else
      #expect("\(subscription)" == "Subscription(active)")
    #endif
    subscription.invalidate()
  }

  private func dumped(_ value: Any) -> String {
    var text = ""
    dump(value, to: &text)
    return text
  }
}
