import Synchronization
public import TidingsCore

extension Broadcaster {
  /// Creates a broadcaster from objects that are made by its first subscriber and stopped after its last.
  ///
  /// The objects need not be `Sendable`:
  ///
  ///     let codes = Broadcaster<String> { source in
  ///       let reader = BarcodeReader()
  ///       reader.onCode = { source.send($0) }
  ///       reader.start()
  ///       return reader
  ///     } stop: { reader in
  ///       reader.stop()
  ///     }
  ///
  /// The guarantees of ``Broadcaster/init(_:)-((BroadcastSource<Update>)->Subscription)`` hold. `start` and `stop` never run at
  /// the same time.
  ///
  /// - Parameters:
  ///   - start: Called when the first subscriber has joined. Returns objects that are kept until `stop` is called. Nothing
  ///     else may refer to them.
  ///   - stop: Called with these objects when the last subscriber has unsubscribed, or when the source finishes.
  @_alwaysEmitIntoClient public init<Objects>(
    start: @escaping @Sendable (_ source: BroadcastSource<Update>) -> sending Objects,
    stop: @escaping @Sendable (sending Objects) -> Void
  ) {
    self.init { source in
      // Safe, because only the closure below uses the objects, and it is called once.
      nonisolated(unsafe) let objects = start(source)
      return .whenOver { unsafe stop(objects) }
    }
  }

  /// Creates a broadcaster that is started and stopped on the main actor, for classes such as `CLLocationManager`.
  ///
  ///     let places = Broadcaster<CLLocation>(on: MainActor.shared) { source in
  ///       let manager = CLLocationManager()
  ///       let delegate = LocationDelegate(sendingTo: source)
  ///       manager.delegate = delegate
  ///       manager.startUpdatingLocation()
  ///       return (manager, delegate)
  ///     } stop: { manager, _ in
  ///       manager.stopUpdatingLocation()
  ///     }
  ///
  /// If the first subscriber subscribes on the main actor, `start` is called before `subscribe` returns. From another thread it
  /// is called later, unless the last subscriber has unsubscribed by then. The same applies to `stop`. The `stop` of one run is
  /// called before the `start` of the next. The objects are kept until `stop` returns. See ``init(start:stop:)``.
  @_alwaysEmitIntoClient public init<Objects>(
    on actor: MainActor, start: @escaping @MainActor @Sendable (_ source: BroadcastSource<Update>) -> Objects,
    stop: @escaping @MainActor @Sendable (Objects) -> Void
  ) {
    let runs = MainActorRuns()
    self.init { source in
      runs.begin {
        let objects = start(source)
        return { stop(objects) }
      }
    }
  }
}

extension PublishedTask {
  /// Creates a task from objects that are made by its first subscriber, and stopped when it is over.
  ///
  /// It is over when it has completed, or the last subscriber has unsubscribed. See ``Broadcaster/init(start:stop:)``.
  @_alwaysEmitIntoClient public init<Objects>(
    start: @escaping @Sendable (_ run: TaskRun<Progress, Success, Failure>) -> sending Objects,
    stop: @escaping @Sendable (sending Objects) -> Void
  ) {
    self.init(start: { run in
      // Safe, because only the closure below uses the objects, and it is called once.
      nonisolated(unsafe) let objects = start(run)
      return .whenOver { unsafe stop(objects) }
    })
  }

  /// Creates a task that is started and stopped on the main actor. See ``Broadcaster/init(on:start:stop:)``.
  @_alwaysEmitIntoClient public init<Objects>(
    on actor: MainActor,
    start: @escaping @MainActor @Sendable (_ run: TaskRun<Progress, Success, Failure>) -> Objects,
    stop: @escaping @MainActor @Sendable (Objects) -> Void
  ) {
    let runs = MainActorRuns()
    self.init(start: { run in
      runs.begin {
        let objects = start(run)
        return { stop(objects) }
      }
    })
  }
}

/// Starts and stops a publisher on the main actor, one after the other, regardless of the threads of its subscribers.
@usableFromInline package final class MainActorRuns: Sendable {
  private typealias Step = @MainActor @Sendable () -> Void

  private let steps = Locked(FIFO<Step>())
  @MainActor private var isPerforming = false

  @usableFromInline package init() {}

  @usableFromInline
  package func begin(_ start: @escaping @MainActor @Sendable () -> (@MainActor () -> Void)?) -> Subscription {
    let run = Run()
    perform {
      if !run.isCancelled.load(ordering: .relaxed) { run.stop = start() }
    }
    return .whenOver { [self] in
      run.isCancelled.store(true, ordering: .relaxed)
      perform {
        run.stop?()
        run.stop = nil
      }
    }
  }

  private func perform(_ step: @escaping Step) {
    steps.withLock { $0.append(step) }
    MainQueue.perform { self.performAll() }
  }

  @MainActor private func performAll() {
    // A step can add another one, for example when a start sends and so loses its subscriber. The other one begins after it.
    guard !isPerforming else { return }
    isPerforming = true
    defer { isPerforming = false }
    while let step = steps.withLock({ $0.popFirst() }) { step() }
  }

  private final class Run: Sendable {
    let isCancelled = Atomic(false)
    @MainActor var stop: (@MainActor () -> Void)?
  }
}
