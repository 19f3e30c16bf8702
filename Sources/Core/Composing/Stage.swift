/// The rule of an operator: what it does with each update of its upstream.
///
/// A stage is set up once for each subscription and returns the step that takes the updates one at a time; what is
/// remembered between updates belongs to that subscription alone.
@frozen @usableFromInline
package struct Stage<Input: Sendable, Output: Sendable>: Sendable {
  @usableFromInline package typealias Emit = @Sendable (Output) -> Void
  @usableFromInline package typealias Step = @Sendable (Input) -> Void

  @usableFromInline let makeStep: @Sendable (@escaping Emit, _ end: @escaping @Sendable () -> Void) -> Step
  @usableFromInline let endsFromInside: Bool

  /// A rule that remembers nothing.
  @inlinable
  package init(_ rule: @escaping @Sendable (Input, Emit) -> Void) {
    makeStep = { emit, _ in { input in rule(input, emit) } }
    endsFromInside = false
  }

  /// A rule that remembers a state from update to update.
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

  /// A rule that remembers a state and may end the subscription.
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
  /// A broadcaster that passes this publisher's updates through a stage.
  ///
  /// A stage that may end the subscription has a hub of its own, which is the publisher that ends.
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

/// What a stage remembers for one subscription.
///
/// Invariant behind `@unchecked`: a subscription's updates arrive one after the other, each after the one before has
/// returned, with a lock or a hop between threads; nobody else knows the memory.
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
  /// A hub that subscribes to a publisher for its subscribers, and ends with it.
  @inlinable
  package convenience init(
    relaying publisher: some Publisher<Update>, remembering limit: Int = 0, keepsMemory: Bool = false
  ) {
    self.init(remembering: limit, keepsMemory: keepsMemory) { hub, run in
      publisher.attach({ hub.publish($0, in: run) }, ended: { hub.finish(in: run) })
    }
  }
}
