extension Publisher {
  /// Subscribes with a choice of when to hop to the actor and how to buffer pending updates.
  ///
  ///     positions.subscribe(buffering: .newest(1)) { [weak self] in self?.marker.position = $0 }
  ///
  /// Otherwise equivalent to ``subscribe(isolation:fileID:line:_:)``, which hops when needed and keeps all pending updates. If
  /// neither the caller nor the closure has an actor, updates arrive on the publishing thread. ``Hop/never`` is only for this
  /// case: it stops the program if there is an actor.
  ///
  /// - Parameters:
  ///   - hop: When an update is enqueued on the actor.
  ///   - buffering: The limit for updates that the actor has not yet received.
  ///   - dropped: Called with each dropped update, on the publishing thread, for example to count them.
  ///   - isolation: The actor on which an unisolated closure runs. The default is the caller's actor.
  ///   - receive: Called with each update, one at a time.
  ///   - ended: Called once when the publisher has ended, in the same context, unless the subscription was invalidated before.
  public func subscribe(
    hop: Hop = .whenNeeded, buffering: Buffering, dropped: (@Sendable (Update) -> Void)? = nil,
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext _ receive: @escaping @isolated(any) @Sendable (Update) -> Void,
    @_inheritActorContext ended: @escaping @isolated(any) @Sendable () -> Void = {}
  ) -> Subscription {
    buffering.checkLimit()
    let closure = IsolatedClosure(receive)
    let action = IsolatedAction(ended)
    let context = DeliveryContext(of: closure.isolation ?? action.isolation, calledFrom: isolation)
    guard hop != .never || context == nil else {
      fatalError("subscribe(hop: .never) would call an actor's closure outside of it. Use attach(_:), or another hop.")
    }
    return subscribe(
      at: context, hopsAlways: hop == .always, buffering: buffering, dropped: dropped, calledFrom: isolation,
      fileID: fileID, line: line, ended: EndHandler(at: DeliveryContext(of: action.isolation), action.call),
      closure.call)
  }
}

/// The conditions under which an update is enqueued on the scheduler or actor that receives it.
///
/// Each of them keeps the order.
public enum Hop: Sendable {
  /// Every update is enqueued, even if it is published in that context. Publishing does not wait for the delivery.
  case always
  /// An update is delivered immediately if it is published in that context and nothing of the subscription is pending.
  ///
  /// Any other update is enqueued. For actors other than the main actor, it cannot be determined whether they are current. There,
  /// only updates that are delivered during the call of `subscribe` need no hop.
  case whenNeeded
  /// Updates are delivered immediately, on the publishing thread.
  case never
}

/// The handling of updates that a slow receiver cannot take yet.
public enum Buffering: Sendable {
  /// All updates wait.
  case unbounded
  /// At most this number of updates wait (at least one). Another update displaces the oldest one, but no result of a task.
  case newest(Int)
  /// At most this number of updates wait (at least one). Another update is dropped.
  case oldest(Int)
}

extension Buffering {
  /// Returns the update that is dropped if there is no room. The result of a task is never dropped.
  @inlinable package func append<Update>(_ update: Update, to queue: inout FIFO<Update>) -> Update? {
    var dropped: Update?
    switch self {
    case .unbounded: break
    case .newest(let limit) where queue.count < limit: break
    case .newest:
      guard let first = queue.first, isResult(first) else {
        dropped = queue.popFirst()
        break
      }
      queue.removeAll { waiting in
        guard dropped == nil, !isResult(waiting) else { return false }
        dropped = waiting
        return true
      }
    case .oldest(let limit): if queue.count >= limit, !isResult(update) { return update }
    }
    queue.append(update)
    return dropped
  }

  @usableFromInline package func isResult(_ update: some Any) -> Bool {
    (update as? any MaybeResult)?.isResult ?? false
  }

  @usableFromInline package func checkLimit() {
    switch self {
    case .newest(let limit), .oldest(let limit):
      guard limit >= 1 else { fatalError("buffering: takes a buffer of one update or more, not \(limit)") }
    case .unbounded:
      break
    }
  }
}

/// An update that may be the result of a task.
protocol MaybeResult {
  var isResult: Bool { get }
}

extension TaskUpdate: MaybeResult {
  var isResult: Bool { if case .completed = self { true } else { false } }
}
