import Testing
import TidingsCore

extension Law {
  static let publisherLaws: [Law] = [
    Law("P8 what is built and never subscribed to starts nothing and leaves nothing behind") { subject in
      _ = subject.make()
      let rig = subject.make()
      rig.send(1)
      rig.finish()
      #expect(rig.runs.log.events.isEmpty)
    },

    Law("P1 invalidate ends a subscription, as often as it is called") { subject in
      let rig = subject.make()
      let history = History<Int>()
      let subscription = rig.listen(to: history)
      rig.send(1)
      subscription.invalidate()
      subscription.invalidate()
      rig.send(2)
      #expect(history.events == subject.first() + [1])
      #expect(!subscription.isActive)
    },

    Law("P1 letting go of the token ends a subscription") { subject in
      let rig = subject.make()
      let history = History<Int>()
      var subscription: Subscription? = rig.listen(to: history)
      rig.send(1)
      withExtendedLifetime(subscription) {}
      subscription = nil
      rig.send(2)
      #expect(history.events == subject.first() + [1])
    },

    Law("P1 neither subscribing nor leaving delivers to others") { subject in
      let rig = subject.make()
      let history = History<Int>()
      let kept = rig.listen(to: history)
      let before = history.events
      let other = rig.listen(to: History())
      other.invalidate()
      #expect(history.events == before)
      kept.invalidate()
    },

    Law("P2 invalidating during a delivery takes effect at once, for later subscribers of that delivery too") {
      subject in
      let rig = subject.make()
      let history = History<Int>()
      let later = Held<Subscription>()
      let first = rig.publisher.attach { if $0 == 1 { later.current?.invalidate() } }
      later.hold(rig.listen(to: history))
      rig.send(1)
      #expect(history.events == subject.first())
      first.invalidate()
      later.letGo()
    },

    Law("P2 a subscriber that invalidates itself gets no more, also of what waits") { subject in
      let rig = subject.make()
      let history = History<Int>()
      let own = Held<Subscription>()
      own.hold(
        rig.publisher.attach { update in
          history.record(update)
          guard update == 1 else { return }
          rig.send(2)
          own.current?.invalidate()
        })
      rig.send(1)
      rig.send(3)
      #expect(history.events == subject.first() + [1])
      own.letGo()
    },

    Law("P2 the closure is released before invalidate returns, when nothing is under way") { subject in
      let rig = subject.make()
      let releases = History<String>()
      let keeper = Keeper { releases.record("released") }
      let subscription = attach(to: rig, keeping: keeper)
      keeper.letGo()
      #expect(releases.events.isEmpty)
      subscription.invalidate()
      #expect(releases.events == ["released"])
    },

    Law("P2 the closure of a subscriber that leaves in its own delivery is released when that has settled") { subject in
      let rig = subject.make()
      let releases = History<String>()
      let keeper = Keeper { releases.record("released") }
      let own = Held<Subscription>()
      own.hold(
        attach(to: rig, keeping: keeper) { update in
          if update == 1 { own.current?.invalidate() }
        })
      keeper.letGo()
      rig.send(1)
      #expect(releases.events == ["released"])
      own.letGo()
    },

    Law("P7 everything may be called from inside a delivery, and from what a closure releases") { subject in
      let rig = subject.make()
      let history = History<Int>()
      let keeper = Keeper { rig.send(30) }
      let leaving = Held(attach(to: rig, keeping: keeper))
      keeper.letGo()
      let inner = Held<Subscription>()
      let outer = rig.publisher.attach { update in
        history.record(update)
        guard update == 1 else { return }
        inner.hold(rig.listen(to: History()))
        rig.send(2)
        leaving.current?.invalidate()
      }
      rig.send(1)
      #expect(history.events.prefix(while: { $0 != 30 }) == (subject.first() + [1, 2])[...])
      #expect(history.events.contains(30))
      inner.letGo()
      leaving.letGo()
      outer.invalidate()
    },

    Law("P7 no thread waits for another's subscriber") { subject in
      let rig = subject.make()
      let history = History<Int>()
      await onThreads { _ in
        let subscription = rig.publisher.attach { update in
          guard update == 1 else { return }
          onOtherThread {
            let other = rig.listen(to: History())
            rig.send(2)
            other.invalidate()
          }
          history.record(update)
        }
        rig.send(1)
        subscription.invalidate()
      }
      #expect(history.events == [1])
    },
  ]

  /// Subscribes with a closure that is the last to hold the keeper.
  private static func attach(
    to rig: Rig, keeping keeper: Keeper, _ receive: @escaping @Sendable (Int) -> Void = { _ in }
  ) -> Subscription {
    let handle = keeper.handle()
    return rig.publisher.attach { update in
      withExtendedLifetime(handle) { receive(update) }
    }
  }
}

/// Tells when the last closure that captured its handle is gone.
private final class Keeper: Sendable {
  final class Handle: Sendable {
    private let released: @Sendable () -> Void

    init(_ released: @escaping @Sendable () -> Void) {
      self.released = released
    }

    deinit {
      released()
    }
  }

  private let held: Held<Handle>

  init(_ released: @escaping @Sendable () -> Void) {
    held = Held(Handle(released))
  }

  func handle() -> Handle {
    guard let handle = held.current else { preconditionFailure("The handle has been let go") }
    return handle
  }

  func letGo() {
    held.letGo()
  }
}
