public import TidingsCore

extension Publisher {
  /// Combines all updates into one result, which is there when this publisher ends.
  ///
  ///     let bytes = await chunks.reduce(0) { $0 + $1.count }.value
  ///
  ///     source:          1 --- 2 --- 3 --|
  ///     reduce(0, sum):  --------------- 6|
  ///
  /// The task subscribes when it is started, that is, with its first subscriber; all share its one run. It completes
  /// when this publisher ends, with the initial result if there was no update. When its last subscriber leaves before,
  /// it gives up the subscription, and the next one starts from the initial result again.
  ///
  /// - Parameters:
  ///   - initial: What the first update is combined with.
  ///   - next: Called for each update, once for all subscribers, on the publishing thread.
  public func reduce<Result: Sendable>(
    _ initial: Result, _ next: @escaping @Sendable (_ partial: Result, _ update: Update) -> Result
  ) -> PublishedTask<Never, Result, Never> {
    reduce(into: initial) { $0 = next($0, $1) }
  }

  /// Changes one result in place with all updates; it is there when this publisher ends.
  ///
  ///     let counts = await letters.reduce(into: [:]) { $0[$1, default: 0] += 1 }.value
  ///
  ///     source:                    1 --- 2 --- 3 --|
  ///     reduce(into: [], append):  --------------- [1, 2, 3]|
  ///
  /// As ``reduce(_:_:)``, but that nothing is copied: to append to an array takes constant time, with ``reduce(_:_:)``
  /// a time in proportion to its count. Completes when this publisher ends, with the initial result if there was no
  /// update.
  ///
  /// - Parameters:
  ///   - initial: What the first update changes, in each run.
  ///   - change: Called for each update, once for all subscribers, on the publishing thread.
  public func reduce<Result: Sendable>(
    into initial: Result, _ change: @escaping @Sendable (_ partial: inout Result, _ update: Update) -> Void
  ) -> PublishedTask<Never, Result, Never> {
    PublishedTask<Never, Result, Never>(
      MultiInputOperator<PublisherEvent<Update>, TaskUpdate<Never, Result, Never>>(
        from: { [upstream = Broadcaster(self)] in $0.connect(eventsOf: upstream) }, remembering: initial
      ) { partial, event, output, _ in
        switch event {
        case .update(let update): change(&partial, update)
        case .ended: output.complete(.success(partial))
        }
      })
  }
}
