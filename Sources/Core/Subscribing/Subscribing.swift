extension Publisher {
  /// Subscribes and delivers updates on the caller's actor.
  ///
  /// Called from main-actor code (or with a `@MainActor` closure), this delivers on the main actor. An update is delivered
  /// immediately if the main actor is current and nothing of this subscription is pending. Otherwise it is delivered one hop
  /// later, in order. Called on another actor, this delivers on that actor: during this call without a hop, later with one.
  /// Called from nonisolated code, this delivers on the publishing thread, as ``attach(_:)`` does.
  ///
  ///     @MainActor func viewDidLoad() {
  ///       model.title.subscribe { [weak self] in self?.label.text = $0 }
  ///         .store(in: subscriptions)
  ///     }
  ///
  /// A slow actor does not block publishers. Updates that it has not yet received are kept, without a limit. Notes of debug
  /// builds name the place that `fileID` and `line` give, here and in similar functions.
  ///
  /// - Parameters:
  ///   - isolation: The actor on which an unisolated closure runs. The default is the caller's actor.
  ///   - receive: Called with each update, one at a time.
  /// - Returns: The token. The subscription ends when the token is released.
  @inlinable public func subscribe(
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext _ receive: @escaping @isolated(any) @Sendable (Update) -> Void
  ) -> Subscription {
    let closure = IsolatedClosure(receive)
    if !watchesDrops, closure.isolation == nil, isolation == nil { return attach(closure.call) }
    return subscribe(
      at: DeliveryContext(of: closure.isolation, calledFrom: isolation), calledFrom: isolation, fileID: fileID,
      line: line, closure.call)
  }

  /// Subscribes and delivers updates, and after the last one the end, on the caller's actor.
  ///
  /// See ``subscribe(isolation:fileID:line:_:)``.
  ///
  /// - Parameter ended: Called once when the publisher has ended, unless the subscription was invalidated before.
  public func subscribe(
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext _ receive: @escaping @isolated(any) @Sendable (Update) -> Void,
    @_inheritActorContext ended: @escaping @isolated(any) @Sendable () -> Void
  ) -> Subscription {
    let closure = IsolatedClosure(receive)
    let action = IsolatedAction(ended)
    return subscribe(
      at: DeliveryContext(of: closure.isolation ?? action.isolation, calledFrom: isolation), calledFrom: isolation,
      fileID: fileID, line: line, ended: EndHandler(at: DeliveryContext(of: action.isolation), action.call),
      closure.call)
  }

  /// Subscribes for an object, which is passed to the closure while it is alive.
  ///
  /// The object is not kept alive. After its deallocation, the subscription ends with the next update or the publisher.
  /// See ``subscribe(isolation:fileID:line:_:)``.
  public func subscribe<Owner: AnyObject & Sendable>(
    weak owner: Owner, isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line,
    @_inheritActorContext _ receive: @escaping @isolated(any) @Sendable (Owner, Update) -> Void
  ) -> Subscription {
    let closure = IsolatedBinaryClosure(receive)
    return subscribeUntilFalse(
      at: DeliveryContext(of: closure.isolation, calledFrom: isolation), calledFrom: isolation, fileID: fileID,
      line: line
    ) { [weak owner, call = closure.call] update in
      guard let owner else { return false }
      call(owner, update)
      return true
    }
  }

  /// Subscribes for an actor, on which the closure runs while the actor is alive.
  ///
  ///     actor Journal {
  ///       private var lines: [String] = []
  ///       private let subscriptions = SubscriptionBag()
  ///
  ///       func follow(_ messages: Broadcaster<String>) {
  ///         messages.subscribe(weak: self) { journal, line in journal.lines.append(line) }
  ///           .store(in: subscriptions)
  ///       }
  ///     }
  ///
  /// The actor is not kept alive. After its deallocation, the subscription ends with the next update or the publisher.
  ///
  /// - Parameters:
  ///   - owner: The actor on which updates are delivered, regardless of the caller.
  ///   - isolation: The caller's actor. If it is the owner, updates that are delivered during this call need no hop.
  ///   - receive: Called with the actor and each update, one at a time.
  public func subscribe<Owner: Actor>(
    weak owner: Owner, isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line, _ receive: @escaping @Sendable (_ owner: isolated Owner, _ update: Update) -> Void
  ) -> Subscription {
    subscribeUntilFalse(
      at: DeliveryContext(of: nil, calledFrom: owner), calledFrom: isolation, fileID: fileID, line: line
    ) { [weak owner] update in
      guard let owner else { return false }
      owner.assumeIsolated { receive($0, update) }
      return true
    }
  }

  /// Subscribes for a single update: the current one of a value, or the next or oldest kept one of a broadcaster.
  ///
  /// The subscription ends with that update, or with the publisher if there is no update.
  /// See ``subscribe(isolation:fileID:line:_:)``.
  public func subscribeOnce(
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext _ receive: @escaping @isolated(any) @Sendable (Update) -> Void
  ) -> Subscription {
    let closure = IsolatedClosure(receive)
    let first: Broadcaster<Update> = through(remembering: ()) { _, update, output in
      output(update)
      output.end()
    } ended: { _, _ in
    }
    return first.subscribe(
      at: DeliveryContext(of: closure.isolation, calledFrom: isolation), calledFrom: isolation, fileID: fileID,
      line: line, closure.call)
  }
}

extension ValuePublisher {
  /// Subscribes with one closure for the current value, and one for every later change.
  ///
  /// - Parameters:
  ///   - isolation: The actor on which an unisolated closure runs. The default is the caller's actor.
  ///   - initial: Called once, with the value that is current at subscription.
  ///   - updates: Called with each later value, one at a time.
  public func subscribe(
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext initial: @escaping @isolated(any) @Sendable (Update) -> Void,
    @_inheritActorContext updates: @escaping @isolated(any) @Sendable (Update) -> Void
  ) -> Subscription {
    let first = IsolatedClosure(initial)
    let later = IsolatedClosure(updates)
    let numbered: Broadcaster<(isFirst: Bool, value: Update)> = through(remembering: true) { isFirst, value, emit in
      defer { isFirst = false }
      emit((isFirst, value))
    }
    return numbered.subscribe(
      at: DeliveryContext(of: DeliveryContext.sharedIsolation(first.isolation, later.isolation), calledFrom: isolation),
      calledFrom: isolation, fileID: fileID, line: line
    ) { update in
      update.isFirst ? first.call(update.value) : later.call(update.value)
    }
  }
}

extension Publisher {
  /// Implements all forms of `subscribe`. Without a context, the closures run on the publishing thread.
  @usableFromInline package func subscribe(
    at context: DeliveryContext?, hopsAlways: Bool = false, buffering: Buffering = .unbounded,
    dropped: (@Sendable (Update) -> Void)? = nil, calledFrom caller: (any Actor)?, fileID: StaticString, line: UInt,
    depth: Int = 1, ended: EndHandler? = nil, _ receive: @escaping @Sendable (Update) -> Void
  ) -> Subscription {
    watchingDrop(fileID: fileID, line: line, depth: depth + 1, receive) { receive in
      if let context {
        return Mailbox.subscribe(
          to: self, at: context, calledFrom: caller, hopsAlways: hopsAlways, buffering: buffering, dropped: dropped,
          ended: ended, receive)
      }
      guard let ended else { return attach(receive) }
      return attach(receive, ended: { ended.run() })
    }
  }

  /// Subscribes until the closure returns false, which ends the subscription as its publisher would.
  ///
  /// The closure may be called again for updates that are already waiting for a hop, and must return false again.
  @usableFromInline package func subscribeUntilFalse(
    at context: DeliveryContext? = nil, calledFrom caller: (any Actor)? = nil, fileID: StaticString, line: UInt,
    depth: Int = 1, _ receive: @escaping @Sendable (Update) -> Bool
  ) -> Subscription {
    // The hub keeps its publisher. It must not keep a source.
    let hub = Hub(relaying: Broadcaster(self), startsOnce: true)
    return Broadcaster(hub).subscribe(at: context, calledFrom: caller, fileID: fileID, line: line, depth: depth + 1) {
      if !receive($0) { hub.endAll() }
    }
  }
}
