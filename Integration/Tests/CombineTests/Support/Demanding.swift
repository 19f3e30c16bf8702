import Combine
import TestSupport
import TidingsCore

/// A Combine subscriber whose demand the test controls, with a record of all calls.
final class Demanding<Input: Sendable, Failure: Error>: Combine.Subscriber, Sendable {
  let history: History<String>
  private let initially: Int
  private let cancelsAtOnce: Bool
  private let subscription = Locked<CombineToken?>(nil)
  private let react: @Sendable (Demanding, Input) -> Int

  /// - Parameters:
  ///   - initially: The demand at the subscription.
  ///   - cancelsAtOnce: Whether it cancels when it gets its subscription.
  ///   - history: Where it writes.
  ///   - react: Called with each value; returns what it demands then.
  init(
    _ initially: Int = 0, cancelsAtOnce: Bool = false, history: History<String> = History(),
    react: @escaping @Sendable (Demanding, Input) -> Int = { _, _ in 0 }
  ) {
    self.initially = initially
    self.cancelsAtOnce = cancelsAtOnce
    self.history = history
    self.react = react
  }

  var events: [String] { history.events }

  func receive(subscription: any Combine.Subscription) {
    let token = CombineToken(subscription: subscription)
    self.subscription.withLock { $0 = token }
    if cancelsAtOnce { return cancel() }
    if initially > 0 { subscription.request(.max(initially)) }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    history.record("\(input)")
    return .max(react(self, input))
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    switch completion {
    case .finished: history.record("finished")
    case .failure(let failure): history.record("\(failure)")
    }
  }

  func request(_ demand: Subscribers.Demand) {
    subscription.withLock { $0 }?.subscription.request(demand)
  }

  /// Cancels, but keeps the subscription. Such a subscriber must be released, too.
  func cancel() {
    subscription.withLock { $0 }?.subscription.cancel()
  }
}

/// Invariant behind `@unchecked`: the subscriptions under test are made to be used from any thread.
private struct CombineToken: @unchecked Sendable {
  let subscription: any Combine.Subscription
}

/// Something of Combine's to be used by several threads, where that is what the test is about.
struct Sent<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

enum Fault: Error, Equatable {
  case broken
}
