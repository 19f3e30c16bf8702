public import TidingsCore

extension Publisher {
  /// This publisher on the main actor: its operators take closures that use main-actor state.
  ///
  ///     model.messages.onMainActor.map { self.format($0) }.subscribe { self.show($0) }
  ///
  /// If an update is published on the main actor and no earlier one is pending, the closures run immediately.
  /// Otherwise, they run one hop later, in order. The publisher never waits for the main actor, and the number of
  /// pending updates is not limited. Ends when this publisher ends, after pending updates.
  ///
  /// To have only the subscriber on the main actor nothing is needed: `subscribe` delivers there when it is called
  /// there.
  public var onMainActor: MainActorBroadcaster<Update> {
    MainActorBroadcaster(deliveredOnMainActor())
  }
}

extension ValuePublisher {
  /// This value on the main actor: its operators take closures that use main-actor state.
  ///
  ///     $items.onMainActor.map { items in items.map(self.format) }.subscribe { self.rows = $0 }
  ///     $selected.onMainActor.flatMapLatest { $0.$title }.subscribe { self.title = $0 }
  ///
  /// The result is a value that is read only on the main actor. A subscriber on the main actor receives the current
  /// value before `subscribe` returns. See ``Publisher/onMainActor``.
  public var onMainActor: MainActorValue<Update> {
    let source = publishedValue
    return MainActorValue(source.deliveredOnMainActor()) { source.value }
  }
}

extension PublishedTask {
  /// This task on the main actor: its operators take closures that use main-actor state.
  ///
  ///     loadPage().onMainActor.map { self.render($0) }.subscribe(success: { … }, failure: { … })
  ///
  /// They return tasks whose progress and result are delivered on the main actor.
  public var onMainActor: MainActorTask<Progress, Success, Failure> { MainActorTask(task: self) }
}

extension Publisher {
  /// Delivers on the main actor.
  func deliveredOnMainActor() -> Broadcaster<Update> {
    Broadcaster(attaching: { [upstream = Broadcaster(self)] receive, ended in
      Mailbox.subscribe(to: upstream, at: .main, calledFrom: nil, ended: ended.map { EndHandler($0) }, receive)
    })
  }

  /// Calls closures of the main actor on the way.
  ///
  /// A later operator can end it on any thread, so the closure hops.
  func telling(
    update: (@MainActor @Sendable (Update) -> Void)?, ended: (@MainActor @Sendable () -> Void)?
  ) -> Broadcaster<Update> {
    let update = update.map { MainActorClosure($0).call }
    let ended = ended.map { ended in MainActorClosure<Void, Void> { ended() }.call }
    let told: Broadcaster<Update> = through { new, emit in
      update?(new)
      emit(new)
    }
    guard let ended else { return told }
    return Broadcaster(attaching: { receive, downstreamEnded in
      told.attach(receive) {
        EndHandler(at: .main) {
          ended(())
          downstreamEnded?()
        }.run()
      }
    })
  }
}

/// A task on the main actor: its operators take closures that use main-actor state.
///
/// Made by ``PublishedTask/onMainActor``.
public struct MainActorTask<Progress: Sendable, Success: Sendable, Failure: Error>: Sendable {
  let task: PublishedTask<Progress, Success, Failure>

  /// Transforms the value that the task succeeds with, on the main actor.
  ///
  /// - Parameter transform: Called once for each subscriber.
  public func map<Output: Sendable>(
    _ transform: @escaping @MainActor @Sendable (Success) -> Output
  ) -> PublishedTask<Progress, Output, Failure> {
    let transform = MainActorClosure(transform).call
    return delivered.map(transform)
  }

  /// Transforms the progress of the task on the main actor.
  ///
  /// - Parameter transform: Called for each progress and each subscriber.
  public func mapProgress<NewProgress: Sendable>(
    _ transform: @escaping @MainActor @Sendable (Progress) -> NewProgress
  ) -> PublishedTask<NewProgress, Success, Failure> {
    let transform = MainActorClosure(transform).call
    return delivered.mapProgress(transform)
  }

  /// Calls main-actor closures for events. See ``PublishedTask/handleEvents(subscribed:update:ended:invalidated:)``.
  ///
  /// - Parameters:
  ///   - update: Called with each progress and the result before they are passed on.
  ///   - ended: Called after the result.
  public func handleEvents(
    update: (@MainActor @Sendable (TaskUpdate<Progress, Success, Failure>) -> Void)? = nil,
    ended: (@MainActor @Sendable () -> Void)? = nil
  ) -> PublishedTask<Progress, Success, Failure> {
    let task = delivered
    return task.delivered(by: task.telling(update: update, ended: ended))
  }

  private var delivered: PublishedTask<Progress, Success, Failure> {
    task.delivered(by: task.deliveredOnMainActor())
  }
}
