public import Synchronization

extension Broadcaster {
  /// Creates a broadcaster from an operator with several inputs: the updates and ends of its upstreams, and its timers.
  ///
  /// Each subscription has a state and a hub of its own. The updates of the hub are the inputs, each with its handler. The hub
  /// calls one handler at a time, and holds no lock during the call. So the state needs no lock.
  ///
  /// - Parameter connect: Subscribes to the upstreams, once for each subscription, in the order of their initial updates.
  @_alwaysEmitIntoClient package init<State: Sendable>(
    remembering initial: State,
    from connect: @escaping @Sendable (_ inputs: OperatorInputs<State>, _ output: OperatorOutput<Update>) -> Void
  ) {
    self.init(attaching: { emit, ended in
      let hub = Hub<OperatorInput>(startsOnce: true) { hub, _, upstreams in
        connect(OperatorInputs(hub: hub, upstreams: upstreams, state: initial), OperatorOutput(emit: emit, hub: hub))
      }
      return hub.join({ handle in handle() }, ended: ended)
    })
  }
}

@usableFromInline package typealias OperatorInput = @Sendable () -> Void

// Invariant behind `@unchecked`: only handlers access the variables, and the hub calls one of them at a time. So exclusivity
// need not be checked, which took a third of the time of an input.
@_fixed_layout @usableFromInline package final class OperatorInputs<State: Sendable>: @unchecked Sendable {
  @usableFromInline let hub: Hub<OperatorInput>
  @usableFromInline let upstreams: Upstreams
  @safe @exclusivity(unchecked) @usableFromInline var content: AddressableState<State>
  @safe @exclusivity(unchecked) @usableFromInline var followed: Upstreams.Key?

  @_alwaysEmitIntoClient init(hub: Hub<OperatorInput>, upstreams: Upstreams, state: State) {
    self.hub = hub
    self.upstreams = upstreams
    content = AddressableState(state)
  }

  /// Subscribes to an upstream, unless the operator's own subscription is over.
  @_alwaysEmitIntoClient @discardableResult package func connect<Upstream: Publisher>(
    _ upstream: Upstream, _ handle: @escaping @Sendable (inout State, Upstream.Update) -> Void,
    ended: (@Sendable (inout State) -> Void)? = nil
  ) -> Upstreams.Key {
    guard hub.hasSubscribers, let key = upstreams.begin() else { return .none }
    attach(to: upstream, for: key, isFollowed: false, handle, ended: ended)
    return key
  }

  /// Subscribes to an upstream whose updates are delivered unchanged.
  @_alwaysEmitIntoClient @discardableResult package func connect<Update: Sendable>(
    _ upstream: some Publisher<Update>, to output: OperatorOutput<Update>,
    ended: (@Sendable (inout State) -> Void)? = nil
  ) -> Upstreams.Key {
    connect(upstream, { _, update in output(update) }, ended: ended)
  }

  /// Replaces the followed upstream. Pending inputs of the former one are not handled.
  ///
  /// Only handlers may call it, and `connect` before there are other inputs. Updates that the upstream delivers immediately are
  /// handled one by one there. In a handler, they are handled after it.
  @_alwaysEmitIntoClient package func follow<Upstream: Publisher>(
    _ upstream: Upstream, _ handle: @escaping @Sendable (inout State, Upstream.Update) -> Void,
    ended: @escaping @Sendable (inout State) -> Void
  ) {
    unfollow()
    guard hub.hasSubscribers, let key = upstreams.begin() else { return }
    followed = key
    attach(to: upstream, for: key, isFollowed: true, handle, ended: ended)
  }

  /// Ignores the followed upstream from now on. Only handlers may call it.
  ///
  /// - Parameter cancels: Whether the upstream is cancelled. Otherwise it is known to end.
  @usableFromInline package func unfollow(cancels: Bool = true) {
    if let former = followed.take(), cancels { disconnect(former) }
  }

  @_alwaysEmitIntoClient package var isWanted: Bool { hub.hasSubscribers }

  /// Only handlers may read it.
  @usableFromInline package var isFollowing: Bool { followed != nil }

  /// Adds an input that connects the next upstream after the end of another.
  ///
  /// If the thread is cancelling many subscriptions together, it is handled only after all of them have been cancelled, and not
  /// if the operator's own subscription was among them. A subscription that is being made is not among them.
  @_alwaysEmitIntoClient package func afterEnd(_ handle: @escaping @Sendable (inout State) -> Void) {
    guard !hub.isStarting else { return put(handle) }
    Nesting.afterGivingUp { [self] in
      if hub.hasSubscribers { put(handle) }
    }
  }

  /// Adds an input. May be called on any thread.
  @_alwaysEmitIntoClient package func put(_ handle: @escaping @Sendable (inout State) -> Void) {
    put(()) { state, _ in handle(&state) }
  }

  /// Adds an input later, on the scheduler, unless the subscription is over or the input was disconnected before.
  ///
  /// The input may arrive long after it was due, and in any order with others, so the operator must check the time.
  @_alwaysEmitIntoClient @discardableResult package func put(
    after delay: Duration, tolerance: Duration = .zero, on scheduler: some UpdateScheduler,
    _ handle: @escaping @Sendable (inout State) -> Void
  ) -> Upstreams.Key {
    guard hub.hasSubscribers else { return .none }
    return upstreams.schedule(on: scheduler, after: delay, tolerance: tolerance) { [self] in put(handle) }
  }

  @_alwaysEmitIntoClient @inline(__always) func attach<Upstream: Publisher>(
    to upstream: Upstream, for key: Upstreams.Key, isFollowed: Bool,
    _ handle: @escaping @Sendable (inout State, Upstream.Update) -> Void, ended: (@Sendable (inout State) -> Void)?
  ) {
    let source = isFollowed ? key : nil
    upstreams.attach(for: key) {
      upstream.attach({ [self] update in put(update, of: source, handle) }) { [self] in
        upstreams.end(key) { [self] in
          guard let ended else { return }
          put((), of: source) { [self] state, _ in
            if source != nil { followed = nil }
            ended(&state)
          }
        }
      }
    }
  }

  /// Does what `publish` of the hub does, but allocates nothing for an input that is handled now.
  ///
  /// - Parameter source: The upstream that must still be followed when the input is handled. With nil it is always handled.
  @_alwaysEmitIntoClient @inline(__always) func put<Value: Sendable>(
    _ value: Value, of source: Upstreams.Key? = nil, _ handle: @escaping @Sendable (inout State, Value) -> Void
  ) {
    guard hub.turn.take() else {
      return hub.publishLater(
        { [self] in
          if source == nil || source == followed { handle(&content.state, value) }
        }, in: .standing)
    }
    if source == nil || source == followed {
      hub.subscribers.forEach(OperatorInput.self) { receiver in
        if receiver.phaseWord.load(ordering: .acquiring) == .live { handle(&content.state, value) }
      }
    }
    hub.giveBack()
  }

  @_alwaysEmitIntoClient package func disconnect(_ upstream: Upstreams.Key) { upstreams.disconnect(upstream) }

  /// Ends the subscription when all upstreams have ended, after their last inputs.
  ///
  /// An operator that connects an upstream later must use `ended:`, which reports ends in order. An input that would connect one
  /// may still be pending when the last one has ended.
  @usableFromInline package func endWithAll() { upstreams.whenAllEnded { [hub] in hub.finish() } }
}

@_fixed_layout @usableFromInline package final class OperatorOutput<Output: Sendable>: Sendable {
  @usableFromInline let emit: @Sendable (Output) -> Void
  @usableFromInline let hub: AnyHub

  @_alwaysEmitIntoClient init(emit: @escaping @Sendable (Output) -> Void, hub: AnyHub) {
    self.emit = emit
    self.hub = hub
  }

  @_alwaysEmitIntoClient package func callAsFunction(_ output: Output) { emit(output) }

  /// Emits updates until the subscriber unsubscribes.
  @_alwaysEmitIntoClient package func callAsFunction(contentsOf outputs: some Sequence<Output>) {
    for output in outputs {
      guard hub.hasSubscribers else { return }
      emit(output)
    }
  }

  /// Ends the subscription. Later inputs are ignored.
  @_alwaysEmitIntoClient package func end() { hub.endAll() }
}

extension Publisher {
  /// Returns a broadcaster whose updates are emitted by a step that keeps a state and can end the subscription.
  ///
  /// - Parameter ended: Called when this publisher has ended, for last updates. The subscription ends after it.
  @_alwaysEmitIntoClient package func through<State: Sendable, Output: Sendable>(
    remembering initial: State,
    _ step: @escaping @Sendable (inout State, Update, OperatorOutput<Output>) -> Void,
    ended: @escaping @Sendable (inout State, OperatorOutput<Output>) -> Void
  ) -> Broadcaster<Output> {
    Broadcaster(remembering: initial) { [upstream = Broadcaster(self)] inputs, output in
      inputs.connect(upstream) {
        step(&$0, $1, output)
      } ended: {
        ended(&$0, output)
        output.end()
      }
    }
  }
}
