/// An operator with one upstream: a step that is performed with each update.
///
/// The step is made once for each subscription and receives the updates one at a time. Its state belongs to that
/// subscription.
@frozen @usableFromInline
package struct Stage<Input: Sendable, Output: Sendable>: Sendable {
  @usableFromInline package typealias Emit = @Sendable (Output) -> Void
  @usableFromInline package typealias Step = @Sendable (Input) -> Void

  @usableFromInline let makeStep: @Sendable (@escaping Emit, _ end: @escaping @Sendable () -> Void) -> Step
  @usableFromInline let endsFromInside: Bool

  /// Creates a stage without state.
  @inlinable
  package init(_ rule: @escaping @Sendable (Input, Emit) -> Void) {
    makeStep = { emit, _ in { input in rule(input, emit) } }
    endsFromInside = false
  }

  /// Creates a stage that keeps a state between updates.
  @inlinable
  package init<State: Sendable>(
    remembering initial: State, _ rule: @escaping @Sendable (inout State, Input, Emit) -> Void
  ) {
    makeStep = { emit, _ in
      let memory = StageMemory(initial)
      return { input in memory.update { rule(&$0, input, emit) } }
    }
    endsFromInside = false
  }

  /// Creates a stage that keeps a state and may end the subscription.
  @inlinable
  package init<State: Sendable>(
    remembering initial: State,
    ending rule: @escaping @Sendable (inout State, Input, Emit, _ end: () -> Void) -> Void
  ) {
    makeStep = { emit, end in
      let memory = StageMemory(initial)
      return { input in memory.update { rule(&$0, input, emit, end) } }
    }
    endsFromInside = true
  }
}

extension Publisher {
  /// Returns a broadcaster that passes this publisher's updates through a stage.
  ///
  /// A stage that may end the subscription has its own hub, which is the publisher that ends.
  @inlinable
  package func through<Output: Sendable>(_ stage: Stage<Update, Output>) -> Broadcaster<Output> {
    let upstream = Broadcaster(self)
    guard stage.endsFromInside else {
      return Broadcaster(attaching: { receive, ended in upstream.attach(stage.makeStep(receive, {}), ended: ended) })
    }
    return Broadcaster(attaching: { receive, ended in
      let hub = Hub(relaying: upstream)
      return hub.join(stage.makeStep(receive) { hub.endAll() }, ended: ended)
    })
  }
}

/// The state of a stage for one subscription.
///
/// Invariant behind `@unchecked`: the updates of a subscription arrive one at a time. Each arrives after the step for
/// the previous one has returned, with a lock or a hop between threads. No other code accesses the state.
@_fixed_layout @usableFromInline
final class StageMemory<State: Sendable>: @unchecked Sendable {
  @usableFromInline var state: State

  @inlinable
  init(_ state: State) {
    self.state = state
  }

  @inlinable
  func update(_ body: (inout State) -> Void) {
    body(&state)
  }
}

extension Hub {
  /// Creates a hub that subscribes to a publisher for its subscribers, and ends with it.
  @inlinable
  package convenience init(
    relaying publisher: some Publisher<Update>, remembering limit: Int = 0, keepsMemory: Bool = false
  ) {
    self.init(remembering: limit, keepsMemory: keepsMemory) { hub, run in
      publisher.attach({ hub.publish($0, in: run) }, ended: { hub.finish(in: run) })
    }
  }
}
