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
    return following(ConcurrencyLimiter(maximum: maximumConcurrent, othersWait: true), transform)
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
    following(ConcurrencyLimiter(maximum: 1, othersWait: true), transform)
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
  ///
  /// - Parameter transform: Called for each update that is not dropped and each subscriber, on the publishing thread.
  @_alwaysEmitIntoClient public func flatMapFirst<Inner: Publisher>(
    _ transform: @escaping @Sendable (Update) -> Inner
  ) -> Broadcaster<Inner.Update> {
    following(ConcurrencyLimiter(maximum: 1, othersWait: false), transform)
  }

  @_alwaysEmitIntoClient func following<Inner: Publisher>(
    _ turns: ConcurrencyLimiter<Update>, _ transform: @escaping @Sendable (Update) -> Inner
  ) -> Broadcaster<Inner.Update> {
    Broadcaster(remembering: turns) { [upstream = Broadcaster(self)] inputs, output in
      @Sendable func follow(_ update: Update) {
        inputs.connect(transform(update), to: output) { turns in
          if let next = turns.takeNext() {
            inputs.afterEnd { _ in follow(next) }
          } else if turns.isOver {
            output.end()
          }
        }
      }
      inputs.connect(upstream) { turns, update in
        if let update = turns.take(update) { follow(update) }
      } ended: { turns in
        turns.hasEnded = true
        if turns.isOver { output.end() }
      }
    }
  }
}

/// The updates that wait for an inner publisher to end.
@usableFromInline struct ConcurrencyLimiter<Update: Sendable>: Sendable {
  private let maximum: Int
  /// Whether the updates beyond the maximum wait. Otherwise, they are dropped.
  private let othersWait: Bool
  private var waiting = FIFO<Update>()
  private var followed = 0
  @usableFromInline var hasEnded = false

  @usableFromInline init(maximum: Int, othersWait: Bool) {
    self.maximum = maximum
    self.othersWait = othersWait
  }

  @usableFromInline var isOver: Bool { hasEnded && followed == 0 }

  /// Returns the update if its publisher is subscribed to now.
  @usableFromInline mutating func take(_ update: Update) -> Update? {
    guard followed < maximum else {
      if othersWait { waiting.append(update) }
      return nil
    }
    followed += 1
    return update
  }

  /// Returns the update whose publisher is subscribed to after the end of another.
  @usableFromInline mutating func takeNext() -> Update? {
    let next = waiting.popFirst()
    if next == nil { followed -= 1 }
    return next
  }
}
