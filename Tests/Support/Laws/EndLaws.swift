import Testing
import TidingsCore

extension Law {
  static let endLaws: [Law] = [
    Law("P10 the end is told once, after the last update") { subject in
      let rig = subject.make()
      let history = History<String>()
      let subscription = rig.publisher.attach { history.record("\($0)") }
      subscription.whenEnded { history.record("end") }
      rig.send(1)
      rig.finish()
      rig.finish()
      let expected = (subject.first() + [1] + subject.resultAtEnd).map { "\($0)" } + ["end"]
      #expect(history.events == expected)
      #expect(!subscription.isActive)
    },

    Law("P10 an end from inside a delivery comes behind what was accepted before") { subject in
      let rig = subject.make()
      let history = History<String>()
      let first = rig.publisher.attach { update in
        guard update == 1 else { return }
        rig.send(2)
        rig.finish()
        rig.send(3)
      }
      let second = rig.publisher.attach { history.record("\($0)") }
      second.whenEnded { history.record("end") }
      rig.send(1)
      let expected = (subject.first() + [1, 2] + subject.resultAtEnd).map { "\($0)" } + ["end"]
      #expect(history.events == expected)
      first.invalidate()
    },

    Law("P10 an invalidated subscription is told of no end") { subject in
      let rig = subject.make()
      let history = History<String>()
      let subscription = rig.publisher.attach { _ in }
      subscription.whenEnded { history.record("end") }
      subscription.invalidate()
      rig.finish()
      subscription.whenEnded { history.record("late") }
      #expect(history.events.isEmpty)
    },

    Law("P10 a handler added after the end runs at once, and after invalidate never") { subject in
      let rig = subject.make()
      let history = History<String>()
      let subscription = rig.publisher.attach { _ in }
      rig.finish()
      subscription.whenEnded { history.record("late") }
      #expect(history.events == ["late"])
      subscription.invalidate()
      subscription.whenEnded { history.record("too late") }
      #expect(history.events == ["late"])
    },

    Law("P8 after the end, updates are dropped and new subscribers get at most the last one") { subject in
      let rig = subject.make()
      let kept = rig.listen(to: History())
      rig.send(1)
      rig.finish()
      rig.send(2)
      let history = History<String>()
      let late = rig.publisher.attach { history.record("\($0)") }
      #expect(!late.isActive)
      late.whenEnded { history.record("end") }
      let last = subject.first(after: [1] + subject.resultAtEnd).map { "\($0)" }
      #expect(history.events == last + ["end"])
      withExtendedLifetime(kept) {}
    },

    Law("P8 a token stays active until its own end is reached") { subject in
      let rig = subject.make()
      let history = History<Bool>()
      let second = Held<Subscription>()
      let first = rig.publisher.attach { _ in }
      second.hold(rig.publisher.attach { _ in })
      first.whenEnded { history.record(second.current?.isActive == true) }
      rig.finish()
      #expect(history.events == [true])
      #expect(second.current?.isActive == false)
      second.letGo()
    },

    Law("a single update ends its subscription, also from inside an initial delivery") { subject in
      let rig = subject.make()
      let history = History<String>()
      let subscription = rig.publisher.subscribeOnce(isolation: nil) { history.record("\($0)") }
      subscription.whenEnded(isolation: nil) { history.record("end") }
      rig.send(1)
      rig.send(2)
      #expect(history.events == (subject.first() + [1]).prefix(1).map { "\($0)" } + ["end"])
      #expect(!subscription.isActive)
    },

    Law("a weak owner ends its subscription with the first update that finds it gone") { subject in
      let rig = subject.make()
      let history = History<Int>()
      var owner: Owner? = Owner()
      let subscription = rig.publisher.subscribe(weak: try #require(owner), isolation: nil) { _, update in
        history.record(update)
      }
      rig.send(1)
      withExtendedLifetime(owner) {}
      owner = nil
      #expect(subscription.isActive)
      rig.send(2)
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
