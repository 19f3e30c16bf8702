public import TidingsCore

extension Publisher {
  /// Passes on each update as an event, and the end as the last of them.
  ///
  ///     source:  1 ---------- 2 -----------|
  ///     result:  .update(1) - .update(2) - .ended|
  ///
  /// Ends when this publisher ends, right after the event that says so.
  @inlinable
  public func materialize() -> Broadcaster<PublisherEvent<Update>> {
    throughEvents(remembering: ()) { _, event, output in
      output(event)
      if case .ended = event { output.end() }
    }
  }

  /// Passes on the updates of events, and ends with the event that says so.
  ///
  ///     source:  .update(1) - .update(2) - .ended
  ///     result:  1 ---------- 2 -----------|
  ///
  /// The opposite of ``materialize()``. Ends when this publisher ends, too.
  @inlinable
  public func dematerialize<Element: Sendable>() -> Broadcaster<Element> where Update == PublisherEvent<Element> {
    through(remembering: false) { isOver, event, emit, end in
      guard !isOver else { return }
      switch event {
      case .update(let update):
        emit(update)
      case .ended:
        isOver = true
        end()
      }
    }
  }
}

extension Publisher {
  /// Returns a broadcaster whose step also handles the end of this publisher, after which it must end the subscription.
  @inlinable
  func throughEvents<State: Sendable, Output: Sendable>(
    remembering initial: State,
    _ step: @escaping @Sendable (inout State, PublisherEvent<Update>, OperatorOutput<Output>) -> Void
  ) -> Broadcaster<Output> {
    Broadcaster(
      MultiInputOperator<PublisherEvent<Update>, Output>(
        from: { [upstream = Broadcaster(self)] in $0.connect(eventsOf: upstream) }, remembering: initial
      ) { state, event, output, _ in step(&state, event, output) })
  }
}

extension OperatorInputs {
  /// Subscribes to an upstream whose updates go in as events, and whose end goes in as the last of them.
  @inlinable
  func connect<Update: Sendable>(eventsOf upstream: some Publisher<Update>) where Input == PublisherEvent<Update> {
    connect(upstream, ended: .ended) { .update($0) }
  }
}
