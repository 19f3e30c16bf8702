import Testing
import TidingsCore

extension Contract {
  static let valueContracts: [Contract] = [
    Contract(
      "V1 threads that subscribe at the same time receive the current value before attach returns",
      isConcurrent: true,
      for: \.isValue
    ) {
      subject in
      let fixture = subject.make()
      let faults = History<String>()
      await onThreads(3) { _ in
        for _ in 0..<repetitions(500) {
          let received = History<Int>()
          let subscription = fixture.listen(to: received)
          if received.events != subject.first() { faults.record("\(received.events)") }
          subscription.invalidate()
        }
      }
      #expect(faults.events.isEmpty)
    },

    Contract("V5 the last set value can be read with and without subscribers", for: \.isReadable) { subject in
      let fixture = subject.make()
      #expect(subject.first() == [fixture.value()])
      let subscription = fixture.listen(to: History())
      fixture.send(5)
      #expect(fixture.value() == 5)
      subscription.invalidate()
      #expect(fixture.value() == (subject.isCold ? 0 : 5))
    },

    Contract("V5 during a delivery the value may be newer than the delivered update", for: \.isReadable) { subject in
      let fixture = subject.make()
      let history = History<[Int]>()
      let subscription = fixture.publisher.attach { update in
        if update == 1 { fixture.send(2) }
        history.record([update, fixture.value()])
      }
      fixture.send(1)
      // A shared value can only read delivered updates.
      let isBehind = subject.isShared && history.events.suffix(2) == [[1, 1], [2, 2]]
      #expect(isBehind || history.events.suffix(2) == [[1, 2], [2, 2]])
      subscription.invalidate()
    },
  ]
}
