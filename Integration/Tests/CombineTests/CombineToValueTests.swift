import Combine
import TestSupport
import Testing
import Tidings
import TidingsTesting

@Suite("A Combine publisher as a value")
struct CombineToValueTests {
  private final class Model: ObservableObject {
    @Published var number = 1
  }

  @Test func `of a subject has its value first, then every change`() {
    let subject = CurrentValueSubject<Int, Never>(1)
    let recorder = subject.publishedValue().record()
    subject.send(2)
    subject.value = 3
    recorder.expect(1, 2, 3)
    subject.send(completion: .finished)
    #expect(recorder.end != nil)
  }

  @Test func `of a subject reads as the subject, with subscribers and without`() {
    let subject = CurrentValueSubject<Int, Never>(1)
    let value = subject.publishedValue()
    subject.send(2)
    #expect(value.value == 2)
    let recorder = value.record()
    subject.send(3)
    #expect(value.value == 3)
    recorder.stop()
    subject.send(4)
    #expect(value.value == 4)
    recorder.expect(2, 3)
    value.record().expect(4)
  }

  @Test func `of a subject that has finished has its last value`() {
    struct Incomparable: Sendable { let number: Int }
    let subject = CurrentValueSubject<Incomparable, Never>(Incomparable(number: 1))
    let value = subject.publishedValue().map(\.number)
    let recorder = value.record()
    subject.send(Incomparable(number: 2))
    recorder.stop()
    subject.send(Incomparable(number: 3))
    subject.send(completion: .finished)
    recorder.expect(1, 2)
    let late = value.record()
    late.expect(3)
    #expect(late.end != nil)
  }

  @Test func `updates only when it changes`() {
    let subject = CurrentValueSubject<Int, Never>(1)
    let recorder = subject.publishedValue().record()
    subject.send(1)
    subject.send(2)
    subject.send(2)
    recorder.expect(1, 2)
  }

  @Test func `that is nil is a value too`() {
    let subject = CurrentValueSubject<Int?, Never>(nil)
    let recorder = subject.publishedValue().record()
    subject.send(nil)
    subject.send(1)
    subject.send(nil)
    recorder.expect(nil, 1, nil)
  }

  @Test func `of a published property has the new value before the object has it`() {
    let model = Sent(Model())
    let history = History<String>()
    let value = model.value.$number.publishedValue()
    #expect(value.value == 1)
    let subscription = value.attach { history.record("\($0), object \(model.value.number)") }
    model.value.number = 2
    #expect(history.events == ["1, object 1", "2, object 1"])
    #expect(value.value == 2)
    subscription.invalidate()
    model.value.number = 3
    #expect(value.value == 3)
  }

  @Test func `of any publisher begins with the initial value, or an update that is sent immediately`() {
    let subject = PassthroughSubject<Int, Never>()
    let value = subject.publishedValue(initial: 0)
    let recorder = value.record()
    subject.send(1)
    subject.send(1)
    recorder.expect(0, 1)
    Just(5).publishedValue(initial: 0).record().expect(5)
  }

  @Test func `goes there and back`() {
    let property = PublishedProperty(1)
    let recorder = property.combinePublisher.publishedValue(initial: 0).record()
    property.value = 2
    recorder.expect(1, 2)
  }

  @Test func `of a subject that several threads set has its final value last`() async {
    for _ in 0..<200 {
      let subject = Sent(CurrentValueSubject<Int, Never>(0))
      let last = History<Int>()
      let subscription = subject.value.publishedValue().attach { last.record($0) }
      await onThreads(2) { thread in
        for number in 1...20 { subject.value.send(thread * 100 + number) }
      }
      last.wait(for: subject.value.value)
      #expect(last.events.last == subject.value.value)
      #expect(zip(last.events, last.events.dropFirst()).allSatisfy { $0 != $1 })
      subscription.invalidate()
    }
  }
}
