import Combine
import TestSupport
import Testing
import Tidings
import TidingsTesting

@Suite("A Combine publisher as a broadcaster")
struct CombineToBroadcasterTests {
  @Test func `sends what Combine sends, and ends when that finishes`() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.broadcaster().record()
    subject.send(1)
    subject.send(2)
    subject.send(completion: .finished)
    recorder.expect(1, 2)
    #expect(recorder.end != nil)
  }

  @Test func `is subscribed to by the first subscriber, and cancelled with the last`() {
    var log: [String] = []
    let subject = PassthroughSubject<Int, Never>()
    let broadcaster =
      subject
      .handleEvents(
        receiveSubscription: { _ in log.append("subscribe") }, receiveCancel: { log.append("cancel") }
      ).broadcaster()
    #expect(log == [])
    let first = broadcaster.record()
    let second = broadcaster.record()
    #expect(log == ["subscribe"])
    subject.send(1)
    first.expect(1)
    second.expect(1)
    first.stop()
    #expect(log == ["subscribe"])
    second.stop()
    #expect(log == ["subscribe", "cancel"])
    let third = broadcaster.record()
    subject.send(2)
    third.expect(2)
  }

  @Test func `of one that fails is one of results, the failure last`() {
    let subject = PassthroughSubject<Int, Fault>()
    let recorder = subject.broadcaster().record()
    subject.send(1)
    subject.send(completion: .failure(.broken))
    recorder.expect(.success(1), .failure(.broken))
    #expect(recorder.end != nil)
  }

  @Test func `receives an update that is sent immediately`() {
    let recorder = [1, 2, 3].publisher.broadcaster().record()
    recorder.expect(1, 2, 3)
    #expect(recorder.end != nil)
  }

  @Test func `cancels a publisher that sends endlessly while it is subscribed to`() {
    let numbers = sequence(first: 1) { $0 + 1 }
    let recorder = numbers.publisher.broadcaster().prefix(3).record()
    recorder.expect(1, 2, 3)
    #expect(recorder.end != nil)
  }

  @Test func `has ended when Combine had finished before`() {
    let subject = PassthroughSubject<Int, Never>()
    subject.send(completion: .finished)
    let recorder = subject.broadcaster().record()
    recorder.expectNone()
    #expect(recorder.end != nil)
  }

  @Test func `delivers an update that is sent during a delivery after it, to all subscribers`() {
    let subject = Sent(PassthroughSubject<Int, Never>())
    let broadcaster = subject.value.broadcaster()
    let first = broadcaster.attach { if $0 == 1 { subject.value.send(2) } }
    let second = broadcaster.record()
    subject.value.send(1)
    second.expect(1, 2)
    first.invalidate()
  }

  @Test func `goes there and back`() {
    let source = BroadcastSource<Int>()
    let recorder = source.combinePublisher.broadcaster().record()
    #expect(source.hasSubscribers)
    source.send(1)
    recorder.expect(1)
    recorder.stop()
    #expect(!source.hasSubscribers)
  }

  @Test func `calls no subscriber on two threads at the same time`() async {
    let subject = Sent(PassthroughSubject<Int, Never>())
    let history = History<Int>()
    let isInside = Held<Void>()
    let subscription = subject.value.broadcaster().attach { number in
      #expect(isInside.current == nil)
      isInside.hold(())
      history.record(number)
      isInside.letGo()
    }
    await onThreads(4) { thread in
      for number in 0..<500 { subject.value.send(thread * 1000 + number) }
    }
    history.waitForCount(2000)
    for thread in 0..<4 {
      let own = history.events.filter { $0 / 1000 == thread }
      #expect(own == (0..<500).map { thread * 1000 + $0 })
    }
    subscription.invalidate()
  }
}

@Suite("An observable object")
struct ObservableObjectTests {
  private final class Model: ObservableObject {
    @Published var number = 1
  }

  @Test func `updates before each change`() {
    let model = Sent(Model())
    let history = History<Int>()
    let subscription = model.value.willChangeBroadcaster().attach { history.record(model.value.number) }
    model.value.number = 2
    model.value.number = 3
    #expect(history.events == [1, 2])
    subscription.invalidate()
    model.value.number = 4
    #expect(history.events == [1, 2])
  }

  @Test func `is not kept alive`() {
    var model: Model? = Model()
    weak let weakModel = model
    let changes = model?.willChangeBroadcaster()
    let value = model?.$number.publishedValue()
    let subscriptions = [changes?.attach { _ in }, value?.attach { _ in }]
    model = nil
    #expect(weakModel == nil)
    withExtendedLifetime(subscriptions) {}
  }
}
