public import TidingsCore

extension Publisher {
  /// Returns a task whose success is whether an update satisfies a condition.
  ///
  ///     let hasFailed = await results.contains { $0.isFailure }.value
  ///
  ///     source:               1 --- 2 --- 3 --- 4 --|
  ///     contains { $0 > 2 }:  ----------- true|
  ///
  /// The task succeeds with true at the first update that satisfies the condition, and with false when this publisher
  /// ends without one. See ``reduce(_:_:)``.
  ///
  /// - Parameter condition: Called for each update until it is true, once for all subscribers, on the publishing thread.
  public func contains(where condition: @escaping @Sendable (Update) -> Bool) -> PublishedTask<Never, Bool, Never> {
    PublishedTask<Never, Bool, Never>(
      MultiInputOperator<PublisherEvent<Update>, TaskUpdate<Never, Bool, Never>>(
        from: { [upstream = Broadcaster(self)] in $0.connect(eventsOf: upstream) }
      ) { event, output in
        switch event {
        case .update(let update): if condition(update) { output.complete(.success(true)) }
        case .ended: output.complete(.success(false))
        }
      })
  }

  /// Returns a task whose success is whether all updates satisfy a condition.
  ///
  ///     let isSorted = await pairs.allSatisfy { $0 <= $1 }.value
  ///
  ///     source:                 1 --- 2 --- 3 --- 4 --|
  ///     allSatisfy { $0 < 3 }:  ----------- false|
  ///
  /// The task succeeds with false at the first update that does not satisfy the condition, and with true when this
  /// publisher ends without one. See ``reduce(_:_:)``.
  ///
  /// - Parameter condition: Called for each update until it is false, once for all subscribers, on the publishing thread.
  public func allSatisfy(_ condition: @escaping @Sendable (Update) -> Bool) -> PublishedTask<Never, Bool, Never> {
    contains { !condition($0) }.map { !$0 }
  }
}

extension Publisher where Update: Equatable {
  /// Returns a task whose success is whether an update is equal to this one. See ``contains(where:)``.
  public func contains(_ update: Update) -> PublishedTask<Never, Bool, Never> {
    contains { $0 == update }
  }
}
