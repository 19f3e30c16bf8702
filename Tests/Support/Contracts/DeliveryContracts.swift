import Synchronization
import Testing
import TidingsCore

extension Contract {
  static let deliveryContracts: [Contract] = [
    Contract("P6 a subscriber that joins during a delivery receives later updates, and no pending ones") {
      subject in
      let fixture = subject.make()
      let history = History<Int>()
      let joined = Held<Subscription>()
      let outer = fixture.publisher.attach { update in
        guard update == 1 else { return }
        fixture.send(2)
        joined.hold(fixture.listen(to: history))
        fixture.send(3)
      }
      fixture.send(1)
      let (first, later) = subject.isShared ? ([1], [2, 3]) : ([1, 2], [3])
      // If changes are merged, 2 is no longer read.
      #expect(history.events == subject.first(after: first) + (subject.mergesChanges ? [3] : later))
      joined.letGo()
      outer.invalidate()
    },

    Contract("P4 a subscriber that joins during a delivery receives later updates after the others") { subject in
      let fixture = subject.make()
      let history = History<String>()
      let joined = Held<Subscription>()
      let outer = fixture.publisher.attach { update in
        history.record("outer \(update)")
        if update == 1 { joined.hold(fixture.publisher.attach { history.record("joined \($0)") }) }
      }
      fixture.send(1)
      fixture.send(2)
      #expect(history.events.suffix(2) == ["outer 2", "joined 2"])
      joined.letGo()
      outer.invalidate()
    },
  ]
}
