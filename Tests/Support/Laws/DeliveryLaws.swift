import Synchronization
import Testing
import TidingsCore

extension Law {
  static let deliveryLaws: [Law] = [
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
