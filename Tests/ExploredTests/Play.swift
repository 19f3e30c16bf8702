#if TIDINGS_EXPLORED_THREADS
  import Synchronization
  import TidingsCore

  /// A source and its subscribers in one schedule. What is done through it is recorded.
  ///
  /// Subscribers have numbers. Subscriber 0 joins before the threads start and stays: what it gets is what was
  /// accepted.
  final class Play: Sendable {
    let log = ExplorationLog()
    let publisher: Broadcaster<Int>
    /// What each subscriber gets first, where there is a value at the start.
    let initial: Int?
    private let sendUpdate: @Sendable (Int) -> Void
    private let finishSource: @Sendable () -> Void
    private let tokens = Mutex([Int: Subscription]())
    private let keepers = Mutex([Int: WeakKeeper]())

    init(
      _ publisher: some Publisher<Int>, initial: Int? = nil, send: @escaping @Sendable (Int) -> Void,
      finish: @escaping @Sendable () -> Void
    ) {
      self.publisher = Broadcaster(publisher)
      self.initial = initial
      sendUpdate = send
      finishSource = finish
    }

    func send(_ update: Int) {
      log.record(.sending(update))
      sendUpdate(update)
      log.record(.sent(update))
    }

    func finish() {
      log.record(.finishing)
      finishSource()
      log.record(.finished)
    }

    /// - Parameter reaction: What the subscriber's closure does besides.
    func join(_ subscriber: Int, reaction: (@Sendable (Int) -> Void)? = nil) {
      let keeper = Keeper()
      keepers.withLock { $0[subscriber] = WeakKeeper(keeper) }
      log.record(.joining(subscriber))
      let token = publisher.attach { [log] update in
        log.record(.calls(subscriber, update))
        userCode()
        reaction?(update)
        log.record(.returns(subscriber))
        withExtendedLifetime(keeper) {}
      }
      log.record(.joined(subscriber))
      token.whenEnded { [log] in log.record(.ends(subscriber)) }
      tokens.withLock { $0[subscriber] = token }
    }

    func leave(_ subscriber: Int) {
      guard let token = tokens.withLock({ $0[subscriber] }) else { return }
      log.record(.leaving(subscriber))
      token.invalidate()
      log.record(.left(subscriber))
    }

    var subscribers: [Int] { tokens.withLock { $0.keys.sorted() } }

    func isActive(_ subscriber: Int) -> Bool {
      tokens.withLock { $0[subscriber]?.isActive ?? false }
    }

    /// Whether the closure of the subscriber is still held.
    func isHeld(_ subscriber: Int) -> Bool {
      keepers.withLock { $0[subscriber]?.keeper != nil }
    }
  }

  private final class Keeper: Sendable {}

  private struct WeakKeeper: Sendable {
    weak let keeper: Keeper?

    init(_ keeper: Keeper) {
      self.keeper = keeper
    }
  }
#endif
