extension Publisher {
  /// Subscribes, and says when to hop to the actor and what becomes of updates that it has not yet got to.
  ///
  ///     positions.subscribe(buffering: .newest(1)) { [weak self] in self?.marker.position = $0 }
  ///
  /// Otherwise as ``subscribe(isolation:fileID:line:_:)``, which hops when needed and lets all updates wait. Called from
  /// nonisolated code with a closure that is no actor's, there is nowhere to hop: updates arrive on the publishing
  /// thread. ``Hop/never`` is for those: where there is an actor, it stops the program.
  ///
  /// - Parameters:
  ///   - hop: When an update is enqueued on the actor.
  ///   - buffering: What becomes of updates that the actor has not yet got to.
  ///   - dropped: Called with each update that found no room, by the thread that publishes; for counting.
  ///   - isolation: The actor to deliver on when the closures are not isolated themselves; by default the caller's.
  ///   - fileID: Named when a debug build notes that the token was dropped where it was made.
  ///   - line: As `fileID`.
  ///   - receive: Called with each update, serially.
  ///   - ended: Called once when the publisher has ended, in the same place, unless the subscription was invalidated
  ///     before.
  public func subscribe(
    hop: Hop = .whenNeeded, buffering: Buffering, dropped: (@Sendable (Update) -> Void)? = nil,
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext _ receive: @escaping @isolated(any) @Sendable (Update) -> Void,
    @_inheritActorContext ended: @escaping @isolated(any) @Sendable () -> Void = {}
  ) -> Subscription {
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

/// When an update moves to the place where it is to be received, a scheduler or an actor, and when it is there already.
///
/// Whatever the choice, the order is kept, and a subscription's closure never runs twice at the same time.
public enum Hop: Sendable {
  /// Every update is enqueued, also one that is published in that place. Publishing returns before it is delivered.
  case always
  /// An update that is published in that place while nothing of the subscription waits is delivered at once; any other
  /// is enqueued.
  ///
  /// Of actors other than the main one it cannot be known whether they are current: there, it is what is delivered while
  /// `subscribe` is called.
  case whenNeeded
  /// Updates are delivered at once, on whatever thread publishes.
  case never
}
