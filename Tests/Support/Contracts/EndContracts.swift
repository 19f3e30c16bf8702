import Testing
import TidingsCore

extension Contract {
  static let endContracts: [Contract] = [
    Contract("P8 a token stays active until its own end is reached") { subject in
      let fixture = subject.make()
      let history = History<Bool>()
      let second = Held<Subscription>()
      let first = fixture.publisher.attach { _ in }
      second.hold(fixture.publisher.attach { _ in })
      first.whenEnded { history.record(second.current?.isActive == true) }
      fixture.finish()
      #expect(history.events == [true])
      #expect(second.current?.isActive == false)
      second.letGo()
    },

    Contract("a single update ends its subscription, even during an initial delivery") { subject in
      let fixture = subject.make()
      let history = History<String>()
      let subscription = fixture.publisher.subscribeOnce(isolation: nil) { history.record("\($0)") }
      subscription.whenEnded(isolation: nil) { history.record("end") }
      fixture.send(1)
      fixture.send(2)
      #expect(history.events == (subject.first() + [1]).prefix(1).map { "\($0)" } + ["end"])
      #expect(!subscription.isActive)
    },

    Contract("a weak owner's subscription ends with the first update after its release") { subject in
      let fixture = subject.make()
      let history = History<Int>()
      var owner: Owner? = Owner()
      let subscription = fixture.publisher.subscribe(weak: try #require(owner), isolation: nil) { _, update in
        history.record(update)
      }
      fixture.send(1)
      withExtendedLifetime(owner) {}
      owner = nil
      #expect(subscription.isActive)
      fixture.send(2)
      #expect(!subscription.isActive)
      #expect(history.events == subject.first() + [1])
    },
  ]
}

private final class Owner: Sendable {}

extension Subject {
  var resultAtEnd: [Int] {
    result.map { [$0] } ?? []
  }
}
