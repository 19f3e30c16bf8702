import Combine
import TestSupport
import Testing
import Tidings
import TidingsTesting

@Suite("A publisher of Tidings in Combine")
struct CombinePublisherTests {
  private let source = BroadcastSource<Int>()

  @Test func `sends updates, and finishes at the end`() {
    let history = History<String>()
    let cancellable = source.combinePublisher.map { $0 * 10 }
      .sink(receiveCompletion: { history.record("\($0)") }, receiveValue: { history.record("\($0)") })
    source.send(1)
    source.send(2)
    source.finish()
    #expect(history.events == ["10", "20", "finished"])
    cancellable.cancel()
  }

  @Test func `is subscribed to once for each subscriber, and cancelled with it`() {
    let publisher = source.combinePublisher
    #expect(!source.hasSubscribers)
    let first = publisher.sink { _ in }
    let second = publisher.sink { _ in }
    first.cancel()
    #expect(source.hasSubscribers)
    second.cancel()
    #expect(!source.hasSubscribers)
  }

  @Test func `is cancelled when the cancellable is released`() {
    var cancellable: AnyCancellable? = source.combinePublisher.sink { _ in }
    withExtendedLifetime(cancellable) {}
    #expect(source.hasSubscribers)
    cancellable = nil
    #expect(!source.hasSubscribers)
  }

  @Test func `of an endless sequence is cancelled inside the subscription`() {
    let history = History<Int>()
    let cancellable = (1...).broadcaster().combinePublisher.first().sink { history.record($0) }
    #expect(history.events == [1])
    cancellable.cancel()
  }

  @Test func `is not subscribed to by a subscriber that cancels immediately`() {
    let history = History<String>()
    let publisher = source.broadcaster.handleEvents(subscribed: { history.record("subscribed") }).combinePublisher
    publisher.subscribe(Demanding<Int, Never>(cancelsAtOnce: true))
    #expect(history.events.isEmpty)
    #expect(!source.hasSubscribers)
  }

  @Test func `unsubscribes during a value with prefix`() {
    var received: [Int] = []
    let cancellable = source.combinePublisher.prefix(2).sink { received.append($0) }
    for number in 1...3 { source.send(number) }
    #expect(received == [1, 2])
    #expect(!source.hasSubscribers)
    cancellable.cancel()
  }

  @Test func `keeps updates until they are demanded, all of them`() {
    let subscriber = Demanding<Int, Never>()
    source.combinePublisher.subscribe(subscriber)
    for number in 1...4 { source.send(number) }
    #expect(subscriber.events == [])
    subscriber.request(.max(1))
    #expect(subscriber.events == ["1"])
    subscriber.request(.max(2))
    #expect(subscriber.events == ["1", "2", "3"])
    source.finish()
    #expect(subscriber.events == ["1", "2", "3"])
    subscriber.request(.unlimited)
    #expect(subscriber.events == ["1", "2", "3", "4", "finished"])
  }

  @Test func `keeps as many updates as the buffering says`() {
    let newest = Demanding<Int, Never>()
    let oldest = Demanding<Int, Never>()
    source.combinePublisher(buffering: .newest(2)).subscribe(newest)
    source.combinePublisher(buffering: .oldest(2)).subscribe(oldest)
    for number in 1...4 { source.send(number) }
    newest.request(.unlimited)
    oldest.request(.unlimited)
    #expect(newest.events == ["3", "4"])
    #expect(oldest.events == ["1", "2"])
  }

  @Test func `stops the program when its buffer is to hold nothing`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Broadcaster<Int>.never.combinePublisher(buffering: .newest(0))
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("takes a buffer of one update or more, not 0"))
  }

  @Test func `adds the demand that a value is answered with`() {
    let subscriber = Demanding<Int, Never>(1) { _, number in number < 3 ? 1 : 0 }
    source.combinePublisher.subscribe(subscriber)
    for number in 1...5 { source.send(number) }
    #expect(subscriber.events == ["1", "2", "3"])
  }

  @Test func `may be asked for more from inside a value, without one in the other`() {
    let history = History<String>()
    let subscriber = Demanding<Int, Never>(history: history) { subscriber, number in
      subscriber.request(.max(1))
      history.record("after \(number)")
      return 0
    }
    source.combinePublisher.subscribe(subscriber)
    for number in 1...3 { source.send(number) }
    subscriber.request(.max(1))
    #expect(history.events == ["1", "after 1", "2", "after 2", "3", "after 3"])
  }

  @Test func `delivers a value that is published during a delivery after it`() {
    let subscriber = Demanding<Int, Never>(10) { [source] _, number in
      if number < 3 { source.send(number + 1) }
      return 0
    }
    source.combinePublisher.subscribe(subscriber)
    source.send(1)
    #expect(subscriber.events == ["1", "2", "3"])
  }

  @Test func `drops what waits when it is cancelled from inside a value`() {
    let subscriber = Demanding<Int, Never> { subscriber, _ in
      subscriber.cancel()
      return 5
    }
    source.combinePublisher.subscribe(subscriber)
    for number in 1...3 { source.send(number) }
    subscriber.request(.unlimited)
    source.finish()
    #expect(subscriber.events == ["1"])
  }

  @Test(arguments: [true, false])
  func `releases the subscriber when it is cancelled, and at the end`(cancels: Bool) {
    var subscriber: Demanding<Int, Never>? = Demanding(1)
    weak let weakSubscriber = subscriber
    subscriber.map { source.combinePublisher.subscribe($0) }
    if cancels { subscriber?.cancel() } else { source.finish() }
    subscriber = nil
    #expect(weakSubscriber == nil)
  }

  @Test func `keeps a subscriber that keeps no subscription, as Combine does`() {
    let history = History<String>()
    source.combinePublisher.subscribe(Demanding<Int, Never>(2, history: history))
    source.send(1)
    #expect(history.events == ["1"])
    source.finish()
  }
}

@Suite("A publisher of results in Combine")
struct FailingCombinePublisherTests {
  private let source = BroadcastSource<Result<Int, Fault>>()

  @Test func `sends its successes, and fails with the first failure, which cancels the source`() {
    let subscriber = Demanding<Int, Fault>(5)
    source.failingCombinePublisher().subscribe(subscriber)
    source.send(.success(1))
    #expect(source.hasSubscribers)
    source.send(.failure(.broken))
    #expect(!source.hasSubscribers)
    source.send(.success(2))
    #expect(subscriber.events == ["1", "broken"])
  }

  @Test func `fails when what came before the failure has been demanded`() {
    let subscriber = Demanding<Int, Fault>()
    source.failingCombinePublisher(buffering: .oldest(1)).subscribe(subscriber)
    source.send(.success(1))
    source.send(.success(2))
    source.send(.failure(.broken))
    #expect(subscriber.events == [])
    subscriber.request(.max(1))
    #expect(subscriber.events == ["1", "broken"])
  }

  @Test func `goes there and back, with each retry of Combine as a new subscriber`() {
    let recorder = source.failingCombinePublisher().retry(1).broadcaster().record()
    source.send(.failure(.broken))
    source.send(.success(1))
    source.send(.failure(.broken))
    recorder.expect(.success(1), .failure(.broken))
    #expect(recorder.end != nil)
  }
}

@Suite("A value of Tidings in Combine")
struct CombineValueTests {
  private let property = PublishedProperty(1)

  @Test func `sends the current value and every change`() {
    var received: [Int] = []
    let cancellable = property.combinePublisher.sink { received.append($0) }
    property.value = 2
    property.value = 2
    property.value = 3
    #expect(received == [1, 2, 3])
    cancellable.cancel()
  }

  @Test func `delivers the latest value to a slow subscriber`() {
    let subscriber = Demanding<Int, Never>(1)
    property.publishedValue.combinePublisher.subscribe(subscriber)
    for number in 2...5 { property.value = number }
    #expect(subscriber.events == ["1"])
    subscriber.request(.max(1))
    #expect(subscriber.events == ["1", "5"])
    subscriber.request(.max(1))
    property.value = 6
    #expect(subscriber.events == ["1", "5", "6"])
  }

  @Test func `gives every change where that is asked for`() {
    let subscriber = Demanding<Int, Never>()
    property.publishedValue.combinePublisher(buffering: .unbounded).subscribe(subscriber)
    for number in 2...3 { property.value = number }
    subscriber.request(.unlimited)
    #expect(subscriber.events == ["1", "2", "3"])
  }

  @Test func `gives its last value before it finishes`() {
    let subscriber = Demanding<Int, Never>()
    PublishedValue(constant: 7).combinePublisher.subscribe(subscriber)
    #expect(subscriber.events == [])
    subscriber.request(.max(1))
    #expect(subscriber.events == ["7", "finished"])
  }

  @Test func `fills a property of an observable object`() {
    final class Model: ObservableObject {
      @Published var number = 0
    }
    let model = Model()
    property.combinePublisher.assign(to: &model.$number)
    property.value = 4
    #expect(model.number == 4)
  }
}

@Suite("A task of Tidings in Combine")
struct CombineTaskTests {
  private let source = TaskSource<Int, String, Fault>()

  @Test func `sends its success without progress, and finishes`() {
    let subscriber = Demanding<String, Fault>(2)
    source.combinePublisher.subscribe(subscriber)
    source.report(1)
    source.succeed("done")
    #expect(subscriber.events == ["done", "finished"])
  }

  @Test func `keeps its success until it is demanded`() {
    let subscriber = Demanding<String, Fault>()
    source.succeed("done")
    source.combinePublisher.subscribe(subscriber)
    #expect(subscriber.events == [])
    subscriber.request(.max(1))
    #expect(subscriber.events == ["done", "finished"])
  }

  @Test func `fails with its failure, which needs no demand`() {
    let subscriber = Demanding<String, Fault>()
    source.combinePublisher.subscribe(subscriber)
    source.fail(.broken)
    #expect(subscriber.events == ["broken"])
  }

  @Test func `finishes without a value when it ends without a result`() {
    let subscriber = Demanding<String, Fault>()
    var source: TaskSource<Int, String, Fault>? = TaskSource()
    source?.combinePublisher.subscribe(subscriber)
    source = nil
    #expect(subscriber.events == ["finished"])
  }

  @Test func `starts with the first subscriber, and is cancelled with the last, of Combine or not`() {
    let history = History<String>()
    let held = Held<TaskRun<Never, Int, Fault>>()
    let task = PublishedTask<Never, Int, Fault>(start: { run in
      history.record("start")
      held.hold(run)
      return Subscription { history.record("cancel") }
    })
    let publisher = task.combinePublisher
    #expect(history.events == [])
    let first = publisher.sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    let second = task.attach { _ in }
    first.cancel()
    #expect(history.events == ["start"])
    second.invalidate()
    #expect(history.events == ["start", "cancel"])
  }

  @Test func `has its progress too, as updates`() {
    let subscriber = Demanding<TaskUpdate<Int, String, Fault>, Never>(3)
    source.publishedTask.broadcaster().combinePublisher.subscribe(subscriber)
    source.report(5)
    source.succeed("done")
    #expect(subscriber.events.count == 3)
    #expect(subscriber.events.first == "inProgress(5)")
  }
}
