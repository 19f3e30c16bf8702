public import TidingsCore

/// An event of a publisher with its time: a recorded event, or a step in the script of a stub.
///
///     let stub = BroadcasterStub([.update("a", at: .seconds(1)), .end(at: .seconds(3))], scheduler: scheduler)
///     let recorder = stub.broadcaster.record(scheduler: scheduler)
///     scheduler.run()
///     #expect(recorder.timeline == [.update("a", at: .seconds(1)), .end(at: .seconds(3))])
public struct TimelineEvent<Update: Sendable>: Sendable {
  /// The event.
  public let event: PublisherEvent<Update>
  /// The time of the event.
  ///
  /// For a recorded event, this is the ``UpdateScheduler/uptime`` of the recorder's scheduler, or else the real time since the
  /// creation of the recorder. In a script, it is the time since the beginning of the script. A script sends an event whose
  /// time is before that of the previous one immediately after it.
  public let time: Duration

  /// Creates an event with its time.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - time: The time of the event.
  public init(_ event: PublisherEvent<Update>, at time: Duration = .zero) {
    self.event = event
    self.time = time
  }

  /// An update. See ``init(_:at:)``.
  public static func update(_ update: Update, at time: Duration = .zero) -> Self { Self(.update(update), at: time) }

  /// The end. A task then ends without a result. Later events of a script are ignored.
  public static func end(at time: Duration = .zero) -> Self { Self(.ended, at: time) }
}

extension TimelineEvent {
  /// Progress of a task. See ``init(_:at:)``.
  public static func progress<Progress, Success, Failure>(
    _ progress: Progress, at time: Duration = .zero
  ) -> Self where Update == TaskUpdate<Progress, Success, Failure> {
    .update(.inProgress(progress), at: time)
  }

  /// The success of a task. See ``init(_:at:)``.
  public static func success<Progress, Success, Failure>(
    _ success: Success, at time: Duration = .zero
  ) -> Self where Update == TaskUpdate<Progress, Success, Failure> {
    .update(.completed(.success(success)), at: time)
  }

  /// The failure of a task. See ``init(_:at:)``.
  public static func failure<Progress, Success, Failure>(
    _ failure: Failure, at time: Duration = .zero
  ) -> Self where Update == TaskUpdate<Progress, Success, Failure> {
    .update(.completed(.failure(failure)), at: time)
  }
}

extension TimelineEvent: Equatable where Update: Equatable {}

extension TimelineEvent: CustomStringConvertible {
  /// The event as in code: `update("a", at: 1.0 seconds)`.
  public var description: String {
    switch event {
    case .update(let update): "update(\(String(reflecting: update)), at: \(time))"
    case .ended: "end(at: \(time))"
    }
  }
}

extension Recorder {
  /// Every update that was delivered, read or not, and the end, with their times.
  ///
  /// Use it for comparisons with a scheduler such as ``ManualScheduler``.
  ///
  /// - Complexity: O(*n*), where *n* is the number of events.
  public var timeline: [TimelineEvent<Update>] {
    let snapshot = snapshot
    let updates = snapshot.deliveries.map { TimelineEvent.update($0.update, at: $0.time) }
    return updates + (snapshot.end.map { [.end(at: $0.time)] } ?? [])
  }
}
