#if TIDINGS_EXPLORED_THREADS
  import Synchronization
  import ThreadExplorer
  import TidingsCore

  /// A source and its subscribers in one schedule. What is done through it is recorded.
  ///
  /// Subscribers have numbers. Subscriber 0 joins before the threads start and stays, where nothing else is said: what it
  /// gets is what was accepted.
  final class Play: Sendable {
    let log = ExplorationLog(comparesCalls: true)
    let publisher: Broadcaster<Int>
    /// What each subscriber gets first, where there is a value at the start.
    let initial: Int?
    /// How many of the latest updates a late subscriber gets first.
    let remembered: Int
    /// How many deliveries an update goes through, each with a bound of its own on the help of others.
    let stages: Int
    private let sendUpdate: @Sendable (Int) -> Void
    private let finishSource: @Sendable () -> Void
    private let removeSubscribers: @Sendable () -> Void
    private let tokens = Mutex([Int: Subscription]())
    private let slots = Mutex([Int: SubscriptionSlot]())
    private let keepers = Mutex([Int: WeakKeeper]())
    private let stepLimit = Mutex<Int?>(nil)

    init(
      _ publisher: some Publisher<Int>, initial: Int? = nil, remembered: Int? = nil, stages: Int = 1,
      send: @escaping @Sendable (Int) -> Void, finish: @escaping @Sendable () -> Void,
      removeAll: @escaping @Sendable () -> Void = {}
    ) {
      self.publisher = Broadcaster(publisher)
      self.initial = initial
      self.remembered = remembered ?? (initial == nil ? 0 : 1)
      self.stages = stages
      sendUpdate = send
      finishSource = finish
      removeSubscribers = removeAll
    }

    /// Fails a schedule in which a call takes more steps of its own.
    func limitSteps(to limit: Int) {
      stepLimit.withLock { $0 = limit }
    }

    private func counting<Result>(_ call: String, _ body: () -> Result) -> Result {
      guard let thread = ControlledThread.current, let limit = stepLimit.withLock({ $0 }) else { return body() }
      return thread.counting(call, atMost: limit, body)
    }

    func send(_ update: Int) {
      log.record(.sending(update))
      counting("send") { sendUpdate(update) }
      log.record(.sent(update))
    }

    func finish() {
      log.record(.finishing)
      finishSource()
      log.record(.finished)
    }

    /// Subscribes.
    ///
    /// - Parameters:
    ///   - endsFromInside: Whether ``end(_:)`` may be called.
    ///   - hearsEnd: Whether the subscriber has a handler of the end. Most leave by a shorter way that have none.
    ///   - reaction: What the subscriber's closure does besides.
    func join(
      _ subscriber: Int, endsFromInside: Bool = false, hearsEnd: Bool = true, reaction: (@Sendable (Int) -> Void)? = nil
    ) {
      let keeper = Keeper(subscriber, log)
      keepers.withLock { $0[subscriber] = WeakKeeper(keeper) }
      let slot = endsFromInside ? SubscriptionSlot() : nil
      slots.withLock { $0[subscriber] = slot }
      log.record(.joining(subscriber))
      let token = counting("subscribe") {
        publisher.attachment(into: slot) { [log] update in
          log.record(.calls(subscriber, update))
          userCode(log)
          reaction?(update)
          log.record(.returns(subscriber))
          withExtendedLifetime(keeper) {}
        }
      }
      log.record(.joined(subscriber))
      if hearsEnd { token.whenEnded { [log] in log.record(.ends(subscriber)) } }
      tokens.withLock { $0[subscriber] = token }
    }

    func leave(_ subscriber: Int) {
      guard let token = tokens.withLock({ $0[subscriber] }) else { return }
      log.record(.leaving(subscriber))
      counting("invalidate") { token.invalidate() }
      log.record(.left(subscriber))
    }

    /// Has everybody leave.
    func removeAll() {
      let all = subscribers
      let early = keepers.withLock { Set($0.keys) }
      for subscriber in early.sorted() { log.record(.leaving(subscriber)) }
      removeSubscribers()
      // Others may have come before everybody was removed.
      let late = keepers.withLock { Set($0.keys) }.subtracting(early)
      for subscriber in late.sorted() { log.record(.leaving(subscriber)) }
      for subscriber in all { log.record(.left(subscriber)) }
    }

    /// Ends a subscription as an operator does that has had enough.
    func end(_ subscriber: Int) {
      log.record(.ending(subscriber))
      slots.withLock { $0[subscriber] }?.end()
      log.record(.ended(subscriber))
    }

    /// Adds a handler of the end; it has a number.
    func whenEnded(_ subscriber: Int, handler: Int) {
      guard let token = tokens.withLock({ $0[subscriber] }) else { return }
      log.record(.adding(handler: handler, subscriber))
      token.whenEnded { [log] in
        userCode(log)
        log.record(.runs(handler: handler))
      }
      log.record(.added(handler: handler, subscriber))
    }

    var subscribers: [Int] { tokens.withLock { $0.keys.sorted() } }

    func isActive(_ subscriber: Int) -> Bool {
      tokens.withLock { $0[subscriber] }?.isActive ?? false
    }

    /// Whether the closure of the subscriber is still held.
    func isHeld(_ subscriber: Int) -> Bool {
      keepers.withLock { $0[subscriber]?.keeper != nil }
    }
  }

  private struct WeakKeeper: Sendable {
    weak let keeper: Keeper?

    init(_ keeper: Keeper) {
      self.keeper = keeper
    }
  }
#endif
