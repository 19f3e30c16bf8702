/// An operator with several upstreams: a step that is performed with each input, one at a time.
///
/// Each subscription has its own hub, whose only subscriber is the step. Every upstream publishes into it, from any
/// thread. The hub serialises the inputs, as for a source, and holds no lock while the step runs. So the step keeps its
/// state without a lock, and the guarantees of the hub hold for its subscriber.
@frozen @usableFromInline
package struct MultiInputOperator<Input: Sendable, Output: Sendable>: Sendable {
  @usableFromInline package typealias Step = @Sendable (Input) -> Void

  @usableFromInline let makeStep: @Sendable (OperatorOutput<Output>, OperatorInputs<Input>) -> Step
  @usableFromInline let connect: @Sendable (OperatorInputs<Input>) -> Void

  /// Creates an operator without state.
  ///
  /// - Parameters:
  ///   - connect: Subscribes to the upstreams, once for each subscription, in the order of their initial updates.
  ///   - step: Called with each input.
  @inlinable
  package init(
    from connect: @escaping @Sendable (_ inputs: OperatorInputs<Input>) -> Void,
    _ step: @escaping @Sendable (Input, OperatorOutput<Output>) -> Void
  ) {
    self.connect = connect
    makeStep = { output, _ in { input in step(input, output) } }
  }

  /// Creates an operator that keeps a state between inputs, and that may connect and disconnect upstreams.
  @inlinable
  package init<State: Sendable>(
    from connect: @escaping @Sendable (_ inputs: OperatorInputs<Input>) -> Void, remembering initial: State,
    _ step: @escaping @Sendable (inout State, Input, OperatorOutput<Output>, OperatorInputs<Input>) -> Void
  ) {
    self.connect = connect
    makeStep = { output, inputs in
      let memory = StepMemory(initial)
      return { input in memory.update { step(&$0, input, output, inputs) } }
    }
  }

  @usableFromInline
  package var attachment: Attach<Output> {
    { emit, ended in
      let upstreams = Upstreams()
      let hub = Hub<Input>(remembering: 0) { [connect] hub, _ in
        connect(OperatorInputs(hub: hub, upstreams: upstreams))
        return upstreams.token
      }
      let step = makeStep(
        OperatorOutput(emit: emit, hub: hub), OperatorInputs(hub: hub, upstreams: upstreams))
      return hub.join(step, ended: ended)
    }
  }
}

/// The inputs of an operator, to which its upstreams are connected.
@usableFromInline
package struct OperatorInputs<Input: Sendable>: Sendable {
  @usableFromInline let hub: Hub<Input>
  @usableFromInline let upstreams: Upstreams

  init(hub: Hub<Input>, upstreams: Upstreams) {
    self.hub = hub
    self.upstreams = upstreams
  }

  /// Subscribes to an upstream, unless the operator's own subscription is over.
  ///
  /// - Parameters:
  ///   - ended: The input that follows the end of the upstream.
  ///   - input: Makes an input from an update.
  /// - Returns: The key that `disconnect` takes.
  @inlinable
  @discardableResult
  package func connect<Upstream: Publisher>(
    _ upstream: Upstream, ended: Input? = nil, _ input: @escaping @Sendable (Upstream.Update) -> Input
  ) -> Upstreams.Key {
    guard hub.hasSubscribers, let key = upstreams.begin() else { return .none }
    let token = upstream.attach({ [hub] in hub.publish(input($0)) }) {
      upstreams.end(key) {
        if let ended { put(ended) }
      }
    }
    upstreams.keep(token, for: key)
    return key
  }

  /// Subscribes to the upstream that follows the end of another, unless the operator's own subscription is over.
  ///
  /// If the thread is cancelling many subscriptions together, the next upstream is connected only after all of them
  /// have been cancelled. The operator's own subscription may be among them.
  @inlinable
  package func connectNext<Upstream: Publisher>(
    _ upstream: @autoclosure @escaping @Sendable () -> Upstream, ended: Input? = nil,
    _ input: @escaping @Sendable (Upstream.Update) -> Input
  ) {
    Nesting.afterGivingUp {
      guard hub.hasSubscribers else { return }
      connect(upstream(), ended: ended, input)
    }
  }

  /// Subscribes to an upstream whose updates are the inputs.
  @inlinable
  package func connect(_ upstream: some Publisher<Input>) {
    guard hub.hasSubscribers else { return }
    upstreams.connect(upstream) { put($0) }
  }

  /// Adds an input later, on the scheduler, unless the subscription is over or the input was disconnected before.
  ///
  /// The input may arrive long after it was due, and in any order with others, so the operator must check the time.
  ///
  /// - Returns: The key that `disconnect` takes.
  @inlinable
  @discardableResult
  package func put(
    _ input: Input, after delay: Duration, tolerance: Duration = .zero, on scheduler: some UpdateScheduler
  ) -> Upstreams.Key {
    guard hub.hasSubscribers else { return .none }
    return upstreams.schedule(on: scheduler, after: delay, tolerance: tolerance) { put(input) }
  }

  @inlinable
  package func disconnect(_ upstream: Upstreams.Key) {
    upstreams.disconnect(upstream)
  }

  /// Adds an input. May be called on any thread.
  @inlinable
  @inline(__always)
  package func put(_ input: Input) {
    hub.publish(input)
  }

  /// Ends the subscription when all upstreams have ended, after their last inputs.
  ///
  /// For operators that connect all upstreams at the start. An operator that connects one later must use `ended:`,
  /// which reports ends in order. An input that would connect an upstream may still be pending when the last one has
  /// ended.
  @usableFromInline
  package func endWithAll() {
    upstreams.whenAllEnded { [hub] in hub.finish() }
  }
}

@usableFromInline
package struct OperatorOutput<Output: Sendable>: Sendable {
  @usableFromInline let emit: @Sendable (Output) -> Void
  @usableFromInline let hub: AnyHub

  init(emit: @escaping @Sendable (Output) -> Void, hub: AnyHub) {
    self.emit = emit
    self.hub = hub
  }

  @inlinable
  package func callAsFunction(_ output: Output) {
    emit(output)
  }

  /// Emits several updates for one input, until the subscriber unsubscribes.
  @inlinable
  package func callAsFunction(contentsOf outputs: some Sequence<Output>) {
    for output in outputs {
      guard hub.hasSubscribers else { return }
      emit(output)
    }
  }

  /// Ends the subscription. Later inputs are ignored.
  @inlinable
  package func end() {
    hub.endAll()
  }
}

extension Broadcaster {
  /// Creates a broadcaster from an operator with several upstreams.
  @inlinable
  package init<Input: Sendable>(_ multiInput: MultiInputOperator<Input, Update>) {
    self.init(attaching: multiInput.attachment)
  }
}
