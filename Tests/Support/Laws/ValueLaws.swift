import Testing
import TidingsCore

extension Law {
  static let valueLaws: [Law] = [
    Law("V1 the first update is the current value, before subscribe returns", for: \.isValue) { subject in
      let rig = subject.make()
      let kept = rig.listen(to: History())
      rig.send(7)
      let history = History<Int>()
      let subscription = rig.listen(to: history)
      #expect(history.events == [7])
      subscription.invalidate()
      kept.invalidate()
    },

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

    Law("V3 an equal value updates nobody, a change there and back is two updates", for: \.isValue) { subject in
      let rig = subject.make()
      let history = History<Int>()
      let subscription = rig.listen(to: history)
      rig.send(1)
      rig.send(1)
      rig.send(2)
      rig.send(1)
      #expect(history.events == subject.first() + [1, 2, 1])
      subscription.invalidate()
    },

    Law("V3 a change is measured against what was last set, not against what was last delivered", for: \.isValue) {
      subject in
      let rig = subject.make()
      let history = History<Int>()
      let subscription = rig.publisher.attach { update in
        history.record(update)
        guard update == 1, history.events.filter({ $0 == 1 }).count == 1 else { return }
        rig.send(2)
        rig.send(1)
        rig.send(1)
      }
      rig.send(1)
      #expect(history.events == subject.first() + [1, 2, 1])
      subscription.invalidate()
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

    Law("V2 nothing is lost or doubled between the first value and the changes after it", for: \.isValue) { subject in
      for _ in 0..<50 {
        let rig = subject.make()
        let kept = rig.listen(to: History())
        let history = History<Int>()
        let subscription = Held<Subscription>()
        await onThreads(2) { index in
          if index == 0 {
            for value in 1...20 { rig.send(value) }
          } else {
            subscription.hold(rig.listen(to: history))
          }
        }
        await onThreads { _ in history.wait(for: 20) }
        let first = try #require(history.events.first)
        #expect(history.events == Array(first...20))
        subscription.letGo()
        kept.invalidate()
      }
    },
  ]
}
