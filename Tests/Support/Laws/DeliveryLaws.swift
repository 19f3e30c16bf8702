import Synchronization
import Testing
import TidingsCore

extension Law {
  static let deliveryLaws: [Law] = [
    Law("P3 a closure is never entered while it runs") { subject in
      let rig = subject.make()
      let depth = Atomic(0)
      let nested = Atomic(0)
      let subscription = rig.publisher.attach { update in
        if depth.add(1, ordering: .relaxed).newValue > 1 { nested.add(1, ordering: .relaxed) }
        if update < 5 { rig.send(update + 1) }
        depth.subtract(1, ordering: .relaxed)
      }
      rig.send(1)
      #expect(nested.load(ordering: .relaxed) == 0)
      subscription.invalidate()
    },

    Law("P4 subscribers are called in the order of subscription") { subject in
      let rig = subject.make()
      let history = History<String>()
      let subscriptions = ["a", "b", "c"].map { name in
        rig.publisher.attach { history.record("\(name)\($0)") }
      }
      let before = history.events.count
      rig.send(1)
      rig.send(2)
      #expect(Array(history.events.dropFirst(before)) == ["a1", "b1", "c1", "a2", "b2", "c2"])
      withExtendedLifetime(subscriptions) {}
    },

    Law("P5 what is published from inside a delivery comes after that delivery, for everybody") { subject in
      let rig = subject.make()
      let history = History<String>()
      let first = rig.publisher.attach { update in
        history.record("a\(update)")
        if update == 1 { rig.send(2) }
      }
      let second = rig.publisher.attach { history.record("b\($0)") }
      let before = history.events.count
      rig.send(1)
      #expect(Array(history.events.dropFirst(before)) == ["a1", "b1", "a2", "b2"])
      first.invalidate()
      second.invalidate()
    },

    Law("P5 what is set from inside an initial delivery goes to the others at once", for: { $0.memory != .nothing }) {
      subject in
      let rig = subject.make()
      let history = History<String>()
      let other = rig.publisher.attach { history.record("other \($0)") }
      rig.send(1)
      let before = history.events.count
      let joining = rig.publisher.attach { update in
        history.record("joining \(update)")
        if update == 1 { rig.send(2) }
        history.record("returned \(update)")
      }
      #expect(
        Array(history.events.dropFirst(before)) == [
          "joining 1", "other 2", "returned 1", "joining 2", "returned 2",
        ])
      other.invalidate()
      joining.invalidate()
    },

    Law("P6 a subscriber that joins in a delivery gets what is accepted after that, and nothing that waits") {
      subject in
      let rig = subject.make()
      let history = History<Int>()
      let joined = Held<Subscription>()
      let outer = rig.publisher.attach { update in
        guard update == 1 else { return }
        rig.send(2)
        joined.hold(rig.listen(to: history))
        rig.send(3)
      }
      rig.send(1)
      #expect(
        history.events == subject.first(after: subject.isShared ? [1] : [1, 2]) + (subject.isShared ? [2, 3] : [3]))
      joined.letGo()
      outer.invalidate()
    },

    Law("P4 a subscriber that joins from inside a delivery is served after the others from then on") { subject in
      let rig = subject.make()
      let history = History<String>()
      let joined = Held<Subscription>()
      let outer = rig.publisher.attach { update in
        history.record("outer \(update)")
        if update == 1 { joined.hold(rig.publisher.attach { history.record("joined \($0)") }) }
      }
      rig.send(1)
      rig.send(2)
      #expect(history.events.suffix(2) == ["outer 2", "joined 2"])
      joined.letGo()
      outer.invalidate()
    },
  ]
}
