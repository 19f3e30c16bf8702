import Combine
import TestSupport
import Tidings

import struct TestSupport.Subject

extension Subject {
  /// Combine's subjects as families of Tidings.
  static let combineSubjects: [Subject] = [
    Subject("broadcaster of a PassthroughSubject") {
      let subject = Sent(PassthroughSubject<Int, Never>())
      return Fixture(
        subject.value.broadcaster(), send: { subject.value.send($0) },
        finish: { subject.value.send(completion: .finished) })
    },
    Subject("broadcaster of a failing PassthroughSubject") {
      let subject = Sent(PassthroughSubject<Int, Fault>())
      return Fixture(
        subject.value.broadcaster().compactMap { try? $0.get() }, send: { subject.value.send($0) },
        finish: { subject.value.send(completion: .finished) })
    },
    Subject("publishedValue of a PassthroughSubject", memory: .value(0), isShared: true) {
      let subject = Sent(PassthroughSubject<Int, Never>())
      return Fixture(
        subject.value.publishedValue(initial: 0), send: { subject.value.send($0) },
        finish: { subject.value.send(completion: .finished) })
    },
    Subject("publishedValue of a CurrentValueSubject", memory: .value(0), isReadable: true) {
      let subject = Sent(CurrentValueSubject<Int, Never>(0))
      let value = subject.value.publishedValue()
      return Fixture(
        value, send: { subject.value.send($0) }, finish: { subject.value.send(completion: .finished) },
        value: { value.value })
    },
  ]

  /// Families of Tidings that went through Combine.
  static let throughCombine: [Subject] = [
    Subject("a broadcaster through Combine", isShared: true) {
      let held = Held(BroadcastSource<Int>())
      let publisher = held.current?.combinePublisher.broadcaster() ?? .never
      return Fixture(publisher, send: { held.current?.send($0) }, finish: { held.letGo() })
    },
    Subject("a value through Combine", memory: .value(0), isShared: true) {
      let held = Held(PublishedProperty(0))
      let publisher = held.current?.combinePublisher.publishedValue(initial: 0) ?? PublishedValue(constant: 0)
      return Fixture(publisher, send: { held.current?.value = $0 }, finish: { held.letGo() })
    },
  ]
}
