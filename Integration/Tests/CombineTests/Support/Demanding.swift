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
  ///   - initially: The initial demand.
  ///   - cancelsAtOnce: Whether it cancels when it receives its subscription.
  ///   - history: The record of the calls.
  ///   - react: Called with each value. Returns the additional demand.
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

/// Invariant behind `@unchecked`: any thread may use the subscriptions under test.
private struct CombineToken: @unchecked Sendable {
  let subscription: any Combine.Subscription
}

/// An object of Combine that a test uses on several threads on purpose.
struct Sent<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

enum Fault: Error, Equatable {
  case broken
}
