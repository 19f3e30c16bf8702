/// The rule of an operator with several upstreams: what it does with each of their inputs, one at a time.
///
/// Each subscription has a hub of its own, with the rule as its one subscriber. Every upstream publishes into it, from
/// whatever thread; the hub puts the inputs in a row, as it does the updates of a source that several threads send
/// through, and holds no lock while the rule runs. So a rule, like a stage, remembers without a lock, and everything
/// that the hub promises holds for its subscriber.
@frozen @usableFromInline
package struct MultiInputOperator<Input: Sendable, Output: Sendable>: Sendable {
  @usableFromInline package typealias Step = @Sendable (Input) -> Void

  @usableFromInline let makeStep: @Sendable (OperatorOutput<Output>, OperatorInputs<Input>) -> Step
  @usableFromInline let connect: @Sendable (OperatorInputs<Input>) -> Void

  /// A rule that remembers nothing.
  ///
  /// - Parameters:
  ///   - connect: Subscribes to the upstreams, once for each subscription, in the order that their initial updates are
  ///     to have.
  ///   - rule: Called with each input.
  @inlinable
  package init(
    from connect: @escaping @Sendable (_ inputs: OperatorInputs<Input>) -> Void,
    _ rule: @escaping @Sendable (Input, OperatorOutput<Output>) -> Void
  ) {
    self.connect = connect
    makeStep = { output, _ in { input in rule(input, output) } }
  }

  /// A rule that remembers a state from input to input, and may connect and disconnect upstreams.
  @inlinable
  package init<State: Sendable>(
    from connect: @escaping @Sendable (_ inputs: OperatorInputs<Input>) -> Void, remembering initial: State,
    _ rule: @escaping @Sendable (inout State, Input, OperatorOutput<Output>, OperatorInputs<Input>) -> Void
  ) {
    self.connect = connect
    makeStep = { output, inputs in
      let memory = StageMemory(initial)
      return { input in memory.update { rule(&$0, input, output, inputs) } }
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

/// Where the upstreams of a multiInput come in.
@usableFromInline
package struct OperatorInputs<Input: Sendable>: Sendable {
  @usableFromInline let hub: Hub<Input>
  @usableFromInline let upstreams: Upstreams

  init(hub: Hub<Input>, upstreams: Upstreams) {
    self.hub = hub
    self.upstreams = upstreams
  }

  /// Subscribes to an upstream, unless the subscription that it is for is over.
  ///
  /// - Parameters:
  ///   - ended: What goes in when the upstream has ended.
  ///   - input: Makes of an update what goes in.
  /// - Returns: What `disconnect` takes.
  @inlinable
  @discardableResult
  package func connect<Upstream: Publisher>(
    _ upstream: Upstream, ended: Input? = nil, _ input: @escaping @Sendable (Upstream.Update) -> Input
  ) -> Upstreams.Key {
    guard hub.hasSubscribers else { return .none }
    var tellEnd: (@Sendable () -> Void)?
    if let ended { tellEnd = { put(ended) } }
    return upstreams.connect(upstream, ended: tellEnd) { put(input($0)) }
  }

  /// Subscribes to the upstream that follows another one's end, unless the subscription that it is for is over.
  ///
  /// An upstream that ends because its thread gives up many subscriptions is not followed before the thread is done: the
  /// subscription that this is for may be given up, too.
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

  /// Subscribes to an upstream whose updates go in as they are.
  @inlinable
  package func connect(_ upstream: some Publisher<Input>) {
    guard hub.hasSubscribers else { return }
    upstreams.connect(upstream) { put($0) }
  }

  /// Has something put in later, on the scheduler, unless the subscription is over by then or it is disconnected.
  ///
  /// When it comes in may be long after it was due, and in any order with others: whoever gets it looks at the time.
  ///
  /// - Returns: What `disconnect` takes.
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

  /// Puts something in, from whatever thread.
  @inlinable
  @inline(__always)
  package func put(_ input: Input) {
    hub.publish(input)
  }

  /// Lets the subscription end when all upstreams have, after their last inputs.
  ///
  /// For rules that connect all their upstreams at the start. One that connects another later must hear of ends by
  /// `ended:`, in order: an input that would connect one may still be waiting when the last has ended.
  @usableFromInline
  package func endWithAll() {
    upstreams.whenAllEnded { [hub] in hub.finish() }
  }
}

/// Where a multiInput's updates come out.
@usableFromInline
package struct OperatorOutput<Output: Sendable>: Sendable {
  @usableFromInline let emit: @Sendable (Output) -> Void
  /// The hub of the multiInput.
  @usableFromInline let hub: AnyHub

  init(emit: @escaping @Sendable (Output) -> Void, hub: AnyHub) {
    self.emit = emit
    self.hub = hub
  }

  @inlinable
  package func callAsFunction(_ output: Output) {
    emit(output)
  }

  /// Several updates for one input: the subscriber may leave at any of them.
  @inlinable
  package func callAsFunction(contentsOf outputs: some Sequence<Output>) {
    for output in outputs {
      guard hub.hasSubscribers else { return }
      emit(output)
    }
  }

  /// Ends the subscription; nothing goes in after that.
  @inlinable
  package func end() {
    hub.endAll()
  }
}

extension Broadcaster {
  /// A broadcaster that brings several upstreams together.
  @inlinable
  package init<Input: Sendable>(_ multiInput: MultiInputOperator<Input, Update>) {
    self.init(attaching: multiInput.attachment)
  }
}
