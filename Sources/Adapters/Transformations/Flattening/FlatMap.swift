public import TidingsCore

extension Publisher {
  /// Subscribes to a publisher for each update, and delivers the updates of all of them.
  ///
  ///     folders.flatMap { folder in folder.changes }
  ///
  ///     source:  a -------- b -----------|
  ///     of a:    a1 --------------- a2 ------------ a3|
  ///     of b:    ---------- b1 ----------- b2|
  ///     result:  a1 ------- b1 ---- a2 --- b2 ----- a3|
  ///
  /// Ends when this publisher and all inner publishers have ended. The updates of each keep their order. In Rx it is
  /// `mergeMap`, and in ReactiveSwift `flatMap(.merge)` and `flatMap(.concurrent(limit:))`.
  ///
  /// - Parameters:
  ///   - maximumConcurrent: The number of simultaneous inner publishers, one or more. Further updates wait in order, without
  ///     a limit, until one has ended.
  ///   - transform: Called for each subscriber when the publisher of an update is needed.
  // Disfavored, so that the forms for tasks are used for a closure that ignores its argument.
  @_disfavoredOverload @_alwaysEmitIntoClient public func flatMap<Inner: Publisher>(
    maximumConcurrent: Int = .max, _ transform: @escaping @Sendable (Update) -> Inner
  ) -> Broadcaster<Inner.Update> {
    guard maximumConcurrent >= 1 else {
      fatalError("flatMap(maximumConcurrent:_:) takes a maximum of one or more, not \(maximumConcurrent)")
    }
    return following(maximum: maximumConcurrent, transform)
  }

  /// Subscribes to a publisher for each update, one after the other.
  ///
  ///     uploads.concatMap { file in server.upload(file) }
  ///
  ///     source:  a --- b ----------------|
  ///     of a:    a1 ------- a2|
  ///     of b:                  b1 - b2|
  ///     result:  a1 ------- a2 b1 - b2 --|
  ///
  /// This is ``flatMap(maximumConcurrent:_:)`` with a maximum of one. Updates wait in order, without a limit. Ends when this
  /// publisher and all inner publishers have ended. In ReactiveSwift it is `flatMap(.concat)`.
  @_alwaysEmitIntoClient public func concatMap<Inner: Publisher>(
    _ transform: @escaping @Sendable (Update) -> Inner
  ) -> Broadcaster<Inner.Update> {
    following(maximum: 1, transform)
  }

  /// Subscribes to a publisher for an update, and drops further updates until it has ended.
  ///
  ///     refreshTaps.flatMapFirst { server.reload() }
  ///
  ///     source:  a ---- b ------------ c -----|
  ///     of a:    a1 -------- a2|
  ///     of c:    --------------------- c1|
  ///     result:  a1 -------- a2 ------ c1 ----|
  ///
  /// Ends when this publisher and the inner one have ended. In Rx it is `exhaustMap`, and in ReactiveSwift `flatMap(.throttle)`.
  @_alwaysEmitIntoClient public func flatMapFirst<Inner: Publisher>(
    _ transform: @escaping @Sendable (Update) -> Inner
  ) -> Broadcaster<Inner.Update> {
    following(maximum: 1, othersWait: false, transform)
  }

  /// - Parameter othersWait: Whether the updates beyond the maximum wait. Otherwise, they are dropped.
  @_alwaysEmitIntoClient func following<Inner: Publisher>(
    maximum: Int, othersWait: Bool = true, _ transform: @escaping @Sendable (Update) -> Inner
  ) -> Broadcaster<Inner.Update> {
    Broadcaster(remembering: (waiting: FIFO<Update>(), followed: 0, hasEnded: false)) {
      [upstream = Broadcaster(self)] inputs, output in
      @Sendable func follow(_ update: Update) {
        inputs.connect(transform(update), to: output) { turns in
          if let next = turns.waiting.popFirst() { return inputs.afterEnd { _ in follow(next) } }
          turns.followed -= 1
          if turns.hasEnded, turns.followed == 0 { output.end() }
        }
      }
      inputs.connect(upstream) { turns, update in
        if turns.followed < maximum {
          turns.followed += 1
          follow(update)
        } else if othersWait {
          turns.waiting.append(update)
        }
      } ended: { turns in
        turns.hasEnded = true
        if turns.followed == 0 { output.end() }
      }
    }
  }
}
