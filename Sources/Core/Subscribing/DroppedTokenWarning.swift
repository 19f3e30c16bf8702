#if DEBUG
  /// Notices a token that is dropped by the function that subscribed, the classic mistake of whoever is new to tokens:
  /// `_ = publisher.subscribe { … }`, a local constant, a local bag or set.
  ///
  /// The token's owner is not known, so the rule is about the moment. A dropped token is noted while
  /// - the call that subscribed has returned, and the function that made it is still running: an object that goes away
  ///   with its tokens has subscribed in a function that has returned by then;
  /// - its thread has not subscribed again: a variable that gets the token of another subscription drops the former one
  ///   after that;
  /// - nothing was delivered but what was there from the start, as the value of a property: somebody has used it;
  /// - it is active, and was not invalidated.
  ///
  /// A place in the source is noted once. The page on the promise P1 says what the rule misses.
  package final class DroppedTokenWarning: Sendable {
    private enum Phase {
      case subscribing
      case delivering
      case awake
      case resting
    }

    /// The latest subscription of each thread, as long as it is alive.
    private static let latest = Locked<[ThreadID: ObjectIdentifier]>([:])

    /// Where the subscription was made.
    package let place: SourceLine
    private let callers: CallStack
    private let thread = ThreadID.current
    private let phase = Locked(Phase.subscribing)
    private let scope = LiveObjects.scope

    /// - Parameter callers: Those of the function that subscribes.
    init(at place: SourceLine, calledBy callers: CallStack) {
      self.place = place
      self.callers = callers
      LivingSubscriptions.add(self, at: place)
      scope?.add(self, at: place)
    }

    deinit {
      LivingSubscriptions.remove(self)
      scope?.remove(self)
      let id = ObjectIdentifier(self)
      Self.latest.withLock { if $0[thread] == id { $0[thread] = nil } }
    }

    /// The call that subscribes returns. What was delivered before says nothing about the token: nobody had it.
    ///
    /// - Returns: Whether anything was.
    func begin() -> Bool {
      let hasDelivered = phase.withLock { phase in
        defer { phase = .awake }
        return phase == .delivering
      }
      let id = ObjectIdentifier(self)
      Self.latest.withLock { $0[thread] = id }
      return hasDelivered
    }

    /// Something is delivered.
    func rest() {
      phase.withLock { phase in
        switch phase {
        case .subscribing: phase = .delivering
        case .awake: phase = .resting
        case .delivering, .resting: break
        }
      }
    }

    func tokenWasDropped() {
      let id = ObjectIdentifier(self)
      guard phase.withLock({ $0 == .awake }), Self.latest.withLock({ $0[.current] == id }), callers.isRunning else {
        return
      }
      DebugNote.write(
        """
        this subscription ended where it was made, because its token was dropped, or the bag that kept it. Keep the token \
        for as long as you want updates, for example with store(in:) in a property, or call invalidate() to end it on \
        purpose.
        """, at: place)
    }
  }

  extension Publisher {
    /// Whether subscribing sets a watch on the token.
    @inlinable var watchesDrops: Bool { true }

    /// Subscribes with a watch on the token, and notes a source that is gone.
    ///
    /// - Parameter depth: How many functions of Tidings stand between this one and the code that subscribes.
    package func watchingDrop(
      fileID: StaticString, line: UInt, depth: Int, _ receive: @escaping @Sendable (Update) -> Void,
      subscribe: (@escaping @Sendable (Update) -> Void) -> Subscription
    ) -> Subscription {
      let watch = DroppedTokenWarning(
        at: SourceLine(fileID: fileID, line: line), calledBy: CallStack.callers(ofCaller: depth + 1))
      let (subscription, foundGoneSource) = SourceLife.searching {
        subscribe { update in
          watch.rest()
          receive(update)
        }
      }
      unsafe subscription.droppedTokenWarning = watch
      let hasDelivered = watch.begin()
      if foundGoneSource, !hasDelivered, !subscription.isActive {
        DebugNote.write(
          """
          this subscription is over, because the source of its broadcaster is gone: nobody can send any more. Keep the \
          BroadcastSource for as long as its broadcaster is used, or call finish() to end it on purpose.
          """, at: watch.place)
      }
      return subscription
    }
  }

  extension Subscription {
    /// The token goes away, or the bag that keeps it.
    func noteDrop() {
      if let watch = unsafe droppedTokenWarning, isActive { watch.tokenWasDropped() }
    }
  }

  extension SubscriptionBag {
    /// The bag goes away with its tokens.
    func noteDrops() {
      for subscription in subscriptions { subscription.noteDrop() }
    }
  }
#else
  extension Publisher {
    /// Whether subscribing sets a watch on the token.
    @inlinable var watchesDrops: Bool { false }

    @inlinable
    package func watchingDrop(
      fileID: StaticString, line: UInt, depth: Int, _ receive: @escaping @Sendable (Update) -> Void,
      subscribe: (@escaping @Sendable (Update) -> Void) -> Subscription
    ) -> Subscription {
      subscribe(receive)
    }
  }

  extension Subscription {
    @inlinable
    func noteDrop() {}
  }

  extension SubscriptionBag {
    @inlinable
    func noteDrops() {}
  }
#endif
