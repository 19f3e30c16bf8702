extension Publisher {
  /// Returns a broadcaster whose updates are emitted by a step.
  @_alwaysEmitIntoClient package func through<Output: Sendable>(
    _ step: @escaping @Sendable (Update, _ emit: @Sendable (Output) -> Void) -> Void
  ) -> Broadcaster<Output> {
    let upstream = Broadcaster(self)
    return Broadcaster(attaching: { receive, ended in upstream.attach({ step($0, receive) }, ended: ended) })
  }

  /// Returns a broadcaster whose updates are emitted by a step that keeps a state for each subscription.
  @_alwaysEmitIntoClient package func through<State: Sendable, Output: Sendable>(
    remembering initial: State,
    _ step: @escaping @Sendable (inout State, Update, _ emit: @Sendable (Output) -> Void) -> Void
  ) -> Broadcaster<Output> {
    let upstream = Broadcaster(self)
    return Broadcaster(attaching: { receive, ended in
      let memory = StepMemory(initial)
      return upstream.attach({ update in memory.update { step(&$0, update, receive) } }, ended: ended)
    })
  }
}

// Invariant behind `@unchecked`: the updates of a subscription arrive one at a time. Each arrives after the step for
// the previous one has returned, with a lock or a hop between threads. No other code accesses the state. So exclusivity need
// not be checked, which took half of the time of a step. Debug builds check it, for publishers that break the rule.
@_fixed_layout @usableFromInline final class StepMemory<State: Sendable>: @unchecked Sendable {
  #if !DEBUG
    @safe @exclusivity(unchecked)
  #endif
  @usableFromInline var content: AddressableState<State>

  @_alwaysEmitIntoClient init(_ state: State) { content = AddressableState(state) }
  @_alwaysEmitIntoClient func update(_ body: (inout State) -> Void) { body(&content.state) }
}

extension Hub {
  /// Creates a hub that subscribes to a publisher for its subscribers, and ends with it.
  @_alwaysEmitIntoClient package convenience init(
    relaying publisher: some Publisher<Update>, remembering limit: Int = 0, keepsMemory: Bool = false,
    startsOnce: Bool = false
  ) {
    self.init(remembering: limit, keepsMemory: keepsMemory, startsOnce: startsOnce) { hub, run, upstreams in
      upstreams.connect(publisher, ended: { hub.finish(in: run) }) { hub.publish($0, in: run) }
    }
  }
}
