extension Publisher {
  /// Subscribes, and delivers where the call stands.
  ///
  /// Called from main-actor code (or with a `@MainActor` closure), the closure runs on the main actor: at once when
  /// that is current and nothing of this subscription is under way, else one hop later, in order. Called on another
  /// actor, it runs on that actor: what is delivered during this call at once, everything later by one hop. Called
  /// from nonisolated code, it runs on the publishing thread, as with ``attach(_:)``.
  ///
  ///     @MainActor func viewDidLoad() {
  ///       model.title.subscribe { [weak self] in self?.label.text = $0 }
  ///         .store(in: subscriptions)
  ///     }
  ///
  /// A slow actor does not hold up publishers: what it has not yet received is kept for it, without a bound.
  ///
  /// - Parameters:
  ///   - isolation: The actor to deliver on when the closure is not isolated itself; by default the caller's.
  ///   - fileID: Named when a debug build notes that the token was dropped where it was made.
  ///   - line: As `fileID`.
  ///   - receive: Called with each update, serially.
  /// - Returns: The token; the subscription ends with it.
  @inlinable
  public func subscribe(
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext _ receive: @escaping @isolated(any) @Sendable (Update) -> Void
  ) -> Subscription {
    let closure = IsolatedClosure(receive)
    if !watchesDrops, closure.isolation == nil, isolation == nil { return attach(closure.call) }
    return subscribe(
      at: DeliveryContext(of: closure.isolation, calledFrom: isolation), calledFrom: isolation, fileID: fileID,
      line: line,
      closure.call)
  }

  /// Subscribes, delivers where the call stands, and tells of the end after the last update, in the same place.
  ///
  /// - Parameters:
  ///   - isolation: The actor to deliver on when the closures are not isolated themselves; by default the caller's.
  ///   - fileID: Named when a debug build notes that the token was dropped where it was made.
  ///   - line: As `fileID`.
  ///   - receive: Called with each update, serially.
  ///   - ended: Called once when the publisher has ended, unless the subscription was invalidated before.
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

  /// Subscribes on behalf of an object: the closure gets it as long as it lives.
  ///
  /// The object is not kept alive. The first update, or the end, that finds it gone ends the subscription.
  ///
  /// - Parameters:
  ///   - owner: The object that the updates are for.
  ///   - isolation: The actor to deliver on when the closure is not isolated itself; by default the caller's.
  ///   - fileID: Named when a debug build notes that the token was dropped where it was made.
  ///   - line: As `fileID`.
  ///   - receive: Called with the object and each update, serially.
  public func subscribe<Owner: AnyObject & Sendable>(
    weak owner: Owner, isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line,
    @_inheritActorContext _ receive: @escaping @isolated(any) @Sendable (Owner, Update) -> Void
  ) -> Subscription {
    let closure = IsolatedBinaryClosure(receive)
    let call = closure.call
    let handle = SubscriptionHandle()
    return subscribe(
      at: DeliveryContext(of: closure.isolation, calledFrom: isolation), calledFrom: isolation, fileID: fileID,
      line: line,
      handle: handle
    ) { [weak owner] update in
      guard let owner else { return handle.end() }
      call(owner, update)
    }
  }

  /// Subscribes on behalf of an actor: the closure runs on it, and gets it as long as it lives.
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
  /// The actor is not kept alive. The first update, or the end, that finds it gone ends the subscription.
  ///
  /// - Parameters:
  ///   - owner: The actor that the updates are for, and that they are delivered on, whoever calls.
  ///   - isolation: The actor that calls: on the owner itself, what is delivered during this call needs no hop.
  ///   - fileID: Named when a debug build notes that the token was dropped where it was made.
  ///   - line: As `fileID`.
  ///   - receive: Called with the actor and each update, serially.
  public func subscribe<Owner: Actor>(
    weak owner: Owner, isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line, _ receive: @escaping @Sendable (_ owner: isolated Owner, _ update: Update) -> Void
  ) -> Subscription {
    let handle = SubscriptionHandle()
    return subscribe(
      at: DeliveryContext(of: nil, calledFrom: owner), calledFrom: isolation, fileID: fileID, line: line, handle: handle
    ) { [weak owner] update in
      guard let owner else { return handle.end() }
      owner.assumeIsolated { receive($0, update) }
    }
  }

  /// Subscribes for a single update: the current one of a value, the next one of a broadcaster.
  ///
  /// The subscription ends with that update, or with the publisher if none comes.
  ///
  /// - Parameters:
  ///   - isolation: The actor to deliver on when the closure is not isolated itself; by default the caller's.
  ///   - fileID: Named when a debug build notes that the token was dropped where it was made.
  ///   - line: As `fileID`.
  ///   - receive: Called once at most.
  public func subscribeOnce(
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext _ receive: @escaping @isolated(any) @Sendable (Update) -> Void
  ) -> Subscription {
    let closure = IsolatedClosure(receive)
    let first = through(
      Stage<Update, Update>(remembering: false) { isDone, update, emit, end in
        guard !isDone else { return }
        isDone = true
        emit(update)
        end()
      })
    return first.subscribe(
      at: DeliveryContext(of: closure.isolation, calledFrom: isolation), calledFrom: isolation, fileID: fileID,
      line: line,
      closure.call)
  }
}

extension ValuePublisher {
  /// Subscribes with one closure for the value current now, and one for every change after it.
  ///
  /// - Parameters:
  ///   - isolation: The actor to deliver on when the closures are not isolated themselves; by default the caller's.
  ///   - fileID: Named when a debug build notes that the token was dropped where it was made.
  ///   - line: As `fileID`.
  ///   - initial: Called once, with the value current at subscription.
  ///   - updates: Called with each later value, serially.
  public func subscribe(
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext initial: @escaping @isolated(any) @Sendable (Update) -> Void,
    @_inheritActorContext updates: @escaping @isolated(any) @Sendable (Update) -> Void
  ) -> Subscription {
    let first = IsolatedClosure(initial)
    let later = IsolatedClosure(updates)
    let numbered = through(
      Stage<Update, (isFirst: Bool, value: Update)>(remembering: true) { isFirst, value, emit in
        defer { isFirst = false }
        emit((isFirst, value))
      })
    return numbered.subscribe(
      at: DeliveryContext(of: DeliveryContext.sharedIsolation(first.isolation, later.isolation), calledFrom: isolation),
      calledFrom: isolation,
      fileID: fileID, line: line
    ) { update in
      update.isFirst ? first.call(update.value) : later.call(update.value)
    }
  }
}

extension Publisher {
  /// What every form of subscribing comes down to.
  ///
  /// - Parameters:
  ///   - context: Where the closures run; nil for the publishing thread.
  ///   - hopsAlways: As for ``Mailbox``, and so are `buffering` and `dropped`.
  ///   - caller: The actor that the calling code runs on.
  ///   - depth: How many functions of Tidings stand between this one and the code that subscribes; see ``DroppedTokenWarning``.
  ///   - handle: Filled with the subscription, for closures that end it.
  @usableFromInline
  package func subscribe(
    at context: DeliveryContext?, hopsAlways: Bool = false, buffering: Buffering = .unbounded,
    dropped: (@Sendable (Update) -> Void)? = nil, calledFrom caller: (any Actor)?, fileID: StaticString, line: UInt,
    depth: Int = 1, handle: SubscriptionHandle? = nil, ended: EndHandler? = nil,
    _ receive: @escaping @Sendable (Update) -> Void
  ) -> Subscription {
    watchingDrop(fileID: fileID, line: line, depth: depth + 1, receive) { receive in
      if let context {
        let subscription = Mailbox.subscribe(
          to: self, at: context, calledFrom: caller, hopsAlways: hopsAlways, buffering: buffering, dropped: dropped,
          ended: ended, receive)
        handle?.fill(with: subscription)
        return subscription
      }
      let subscription = handle == nil ? attach(receive) : Hub(relaying: self).join(receive)
      handle?.fill(with: subscription)
      if let ended { subscription.addEndHandler(ended, calledFrom: caller) }
      return subscription
    }
  }
}
