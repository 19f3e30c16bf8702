import Testing
import TidingsCore

extension Law {
  static let valueLaws: [Law] = [
    Law("V1 of threads that subscribe at once, each has the current value before subscribe returns", for: \.isValue) {
      subject in
      let rig = subject.make()
      let faults = History<String>()
      await onThreads(3) { _ in
        for _ in 0..<repetitions(500) {
          let received = History<Int>()
          let subscription = rig.listen(to: received)
          if received.events != subject.first() { faults.record("\(received.events)") }
          subscription.invalidate()
        }
      }
      #expect(faults.events.isEmpty)
    },

    Law("V5 the value reads as it was last set, with and without subscribers", for: \.isReadable) { subject in
      let rig = subject.make()
      #expect(subject.first() == [rig.value()])
      let subscription = rig.listen(to: History())
      rig.send(5)
      #expect(rig.value() == 5)
      subscription.invalidate()
      #expect(rig.value() == (subject.isCold ? 0 : 5))
    },

    Law("V5 inside a delivery the value may be newer than the update in hand", for: \.isReadable) { subject in
      let rig = subject.make()
      let history = History<[Int]>()
      let subscription = rig.publisher.attach { update in
        if update == 1 { rig.send(2) }
        history.record([update, rig.value()])
      }
      rig.send(1)
      // What is shared may have nothing to read but what has reached it.
      let isBehind = subject.isShared && history.events.suffix(2) == [[1, 1], [2, 2]]
      #expect(isBehind || history.events.suffix(2) == [[1, 2], [2, 2]])
      subscription.invalidate()
    },
  ]
}
