import TidingsCore

extension ContractFixture where Subject == PublisherSubject {
  func send(_ number: Int) {
    trial.call("send(\(number))") { subject.send(number) }
  }

  func end() {
    trial.call("end()") { subject.end?() }
  }

  func attach(_ receive: @escaping @Sendable (Int) -> Void) -> Subscription {
    trial.call("attach(_:)") { subject.attach(receive) }
  }

  func listen(_ notes: Notes<Int>) -> Subscription {
    attach { notes.add($0) }
  }

  /// Records updates as numbers, and the end as a word.
  func listenToAll(_ notes: Notes<String>) -> Subscription {
    let subscription = attach { notes.add("\($0)") }
    subscription.whenEnded(isolation: nil) { notes.add("end") }
    return subscription
  }

  func invalidate(_ subscription: Subscription?) {
    trial.call("invalidate()") { subscription?.invalidate() }
  }

  /// Subscribes with a closure that captures an object. Returns the token, and whether the object is alive.
  func attachHolding(_ receive: @escaping @Sendable (Int) -> Void = { _ in }) -> (
    token: Subscription, isHeld: @Sendable () -> Bool
  ) {
    let held = Held()
    let token = attach { [held] update in withExtendedLifetime(held) { receive(update) } }
    return (token, { [weak held] in held != nil })
  }
}

private final class Held: Sendable {}

/// A token that closures refer to before it exists.
final class TokenBox: Sendable {
  private let token = Locked<Subscription?>(nil)

  var current: Subscription? { token.withLock { $0 } }

  func hold(_ new: Subscription?) {
    let old = token.withLock { token in
      defer { token = new }
      return token
    }
    withExtendedLifetime(old) {}
  }
}
