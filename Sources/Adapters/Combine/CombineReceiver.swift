#if canImport(Combine)
  import Combine
  import TidingsCore

  /// What listens to a Combine publisher for a publisher of Tidings.
  ///
  /// Its closures are let go as soon as the publisher has completed, or it was cancelled.
  final class CombineReceiver<Input: Sendable, Failure: Error>: Combine.Subscriber, Sendable {
    private struct Closures: Sendable {
      let receive: @Sendable (Input) -> Bool
      let complete: @Sendable (Failure?) -> Void
    }

    private struct State: Sendable {
      /// Nil once it is over.
      var closures: Closures?
      var subscription: Unchecked<any Combine.Subscription>?
    }

    private let state: Locked<State>

    /// - Parameters:
    ///   - receive: Called with each value. Returns whether more are wanted: else the subscription is cancelled, which is
    ///     the only way out of a publisher that sends without end while it is subscribed to.
    ///   - complete: Called at the end.
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

  /// A Combine publisher, of any type, to be subscribed to when a first subscriber comes.
  ///
  /// Invariant behind `@unchecked`: Combine's publishers are values, or classes that guard their state, and may be
  /// subscribed to on any thread; nothing else is done with the one in here.
  struct CombineUpstream<Output: Sendable, Failure: Error>: @unchecked Sendable {
    private let subscribe: (CombineReceiver<Output, Failure>) -> Void

    init(_ publisher: some Combine.Publisher<Output, Failure>) {
      subscribe = { publisher.subscribe($0) }
    }

    /// Subscribes; the token cancels. The closures are those of `CombineReceiver`.
    func attach(
      receive: @escaping @Sendable (Output) -> Bool, complete: @escaping @Sendable (Failure?) -> Void
    ) -> TidingsCore.Subscription {
      let receiver = CombineReceiver(receive: receive, complete: complete)
      subscribe(receiver)
      return TidingsCore.Subscription { receiver.cancel() }
    }
  }

  /// Something of Combine's that is not marked as safe to send.
  ///
  /// Invariant behind `@unchecked`: what is in here may be used on any thread, as Combine has it for cancelling, and for
  /// the value of a subject; nothing else is done with it.
  struct Unchecked<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
      self.value = value
    }
  }
#endif
