#if canImport(Combine)
  import Combine
  import TidingsCore

  /// A Combine subscriber that calls closures.
  ///
  /// The closures are released when the publisher has completed or the subscription was cancelled.
  final class CombineReceiver<Input: Sendable, Failure: Error>: Combine.Subscriber, Sendable {
    private struct Closures: Sendable {
      let receive: @Sendable (Input) -> Bool
      let complete: @Sendable (Failure?) -> Void
    }

    private struct State: Sendable {
      /// Nil after the completion or cancellation.
      var closures: Closures?
      var subscription: Unchecked<any Combine.Subscription>?
    }

    private let state: Locked<State>

    /// - Parameters:
    ///   - receive: Called with each value. Returns false to cancel the subscription, also while the publisher is being
    ///     subscribed to.
    ///   - complete: Called once at the end, with the failure or nil.
    init(receive: @escaping @Sendable (Input) -> Bool, complete: @escaping @Sendable (Failure?) -> Void) {
      state = Locked(State(closures: Closures(receive: receive, complete: complete)))
    }

    func receive(subscription: any Combine.Subscription) {
      let new = Unchecked(subscription)
      let isWanted = state.withLock { state in
        guard state.closures != nil, state.subscription == nil else { return false }
        state.subscription = new
        return true
      }
      if isWanted { subscription.request(.unlimited) } else { subscription.cancel() }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
      let closures = state.withLock { $0.closures }
      if let closures, !closures.receive(input) { cancel() }
      return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
      let closures = close().closures
      switch completion {
      case .finished: closures?.complete(nil)
      case .failure(let failure): closures?.complete(failure)
      }
    }

    func cancel() {
      close().subscription?.value.cancel()
    }

    private func close() -> State {
      state.withLock { state in
        let closed = state
        state = State()
        return closed
      }
    }
  }

  /// A type-erased Combine publisher.
  ///
  /// Invariant behind `@unchecked`: the publisher is only subscribed to, which Combine allows on any thread.
  struct CombineUpstream<Output: Sendable, Failure: Error>: @unchecked Sendable {
    private let subscribe: (CombineReceiver<Output, Failure>) -> Void

    init(_ publisher: some Combine.Publisher<Output, Failure>) {
      subscribe = { publisher.subscribe($0) }
    }

    /// Subscribes with the closures of a `CombineReceiver`. The token cancels.
    func attach(
      receive: @escaping @Sendable (Output) -> Bool, complete: @escaping @Sendable (Failure?) -> Void
    ) -> TidingsCore.Subscription {
      let receiver = CombineReceiver(receive: receive, complete: complete)
      subscribe(receiver)
      return TidingsCore.Subscription { receiver.cancel() }
    }
  }

  /// A Combine object that is not marked as `Sendable`.
  ///
  /// Invariant behind `@unchecked`: only operations that Combine allows on any thread are used: cancelling, and reading the
  /// value of a subject.
  struct Unchecked<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
      self.value = value
    }
  }
#endif
