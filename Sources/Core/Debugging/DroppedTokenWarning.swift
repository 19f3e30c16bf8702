#if DEBUG
  import Foundation

  /// A warning about a token that is dropped by the function that subscribed.
  ///
  /// The owner of a token is unknown, so the moment decides. A dropped token is reported if all of these conditions hold:
  /// - The call that subscribed has returned, and the function that made this call is still running. An object that is
  ///   deallocated with its tokens has subscribed in a function that has returned before.
  /// - The thread has not subscribed again. If a variable is assigned the token of another subscription, it drops the former
  ///   token after that subscription was made.
  /// - Only initial updates were delivered, such as the value of a property. A later one shows that the token is kept.
  /// - The subscription is active.
  ///
  /// The documentation of contract P1 lists the cases that are not detected.
  package final class DroppedTokenWarning: Sendable {
    private enum Phase {
      case subscribing, delivering, awake, resting
    }

    /// The latest subscription of each thread, while it is alive.
    private static let latest = Locked<[ThreadID: ObjectIdentifier]>([:])

    package let place: SourceLine
    private let callers: CallStack
    private let thread = ThreadID.current
    private let phase = Locked(Phase.subscribing)
    private let scope = LiveObjects.scope

    init(at place: SourceLine, calledBy callers: CallStack) {
      self.place = place
      self.callers = callers
      LiveObjects.process.add(self, at: place)
      scope?.add(self, at: place)
    }

    deinit {
      LiveObjects.process.remove(self)
      scope?.remove(self)
      let id = ObjectIdentifier(self)
      Self.latest.withLock { if $0[thread] == id { $0[thread] = nil } }
    }

    /// Starts the check when the call that subscribes returns. Returns whether there were earlier updates.
    func begin() -> Bool {
      let hasDelivered = phase.withLock { phase in
        defer { phase = .awake }
        return phase == .delivering
      }
      let id = ObjectIdentifier(self)
      Self.latest.withLock { $0[thread] = id }
      return hasDelivered
    }

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

  /// The return addresses of a function's callers, which determine whether the function is still running.
  struct CallStack: Sendable {
    /// Ordered from the innermost caller to the outermost. Empty if Foundation cannot provide the call stack.
    private let addresses: [UInt]

    /// - Parameter count: The number of functions between the calling function and the one in question, plus one.
    static func callers(ofCaller count: Int) -> CallStack {
      // Skips `capture`, this function and the calling function.
      CallStack(addresses: Array(capture().dropFirst(ownCount + 2 + count).prefix(16)))
    }

    // True if the call stack is unknown. False if the search ends at a function without caller information, such as some
    // functions of the standard library.
    var isRunning: Bool {
      let current = Self.capture()
      guard !current.isEmpty else { return true }
      guard let innermost = addresses.first else { return false }
      return current.indices.contains { index in
        current[index] == innermost && current[index...].starts(with: addresses)
      }
    }

    /// The number of addresses before the one in the capturing function. Two captures by one function differ there.
    private static let ownCount: Int = {
      let first = capture()
      let second = capture()
      return zip(first, second).prefix { $0 == $1 }.count
    }()

    @inline(never) private static func capture() -> [UInt] { Thread.callStackReturnAddresses.map(\.uintValue) }
  }

  extension Publisher {
    @inlinable var watchesDrops: Bool { true }

    /// Subscribes with a check for a dropped token, and reports a source that was released.
    ///
    /// - Parameter depth: The number of Tidings functions between this one and the code that subscribes.
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
          this subscription is over, because the source of its broadcaster is gone: no more updates can be sent. Keep the \
          BroadcastSource for as long as its broadcaster is used, or call finish() to end it on purpose.
          """, at: watch.place)
      }
      return subscription
    }
  }

  extension Subscription {
    var place: SourceLine? { unsafe droppedTokenWarning?.place }

    func noteDrop() {
      if let watch = unsafe droppedTokenWarning, isActive { watch.tokenWasDropped() }
    }
  }

  extension SubscriptionBag {
    func noteDrops() {
      for subscription in subscriptions { subscription.noteDrop() }
    }
  }
#else
  extension Publisher {
    @inlinable var watchesDrops: Bool { false }

    @inlinable package func watchingDrop(
      fileID: StaticString, line: UInt, depth: Int, _ receive: @escaping @Sendable (Update) -> Void,
      subscribe: (@escaping @Sendable (Update) -> Void) -> Subscription
    ) -> Subscription {
      subscribe(receive)
    }
  }

  extension Subscription {
    var place: SourceLine? { nil }
    @inlinable func noteDrop() {}
  }

  extension SubscriptionBag {
    @inlinable func noteDrops() {}
  }
#endif
