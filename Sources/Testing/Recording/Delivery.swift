public import TidingsCore

/// An update that was delivered, with when and where.
public struct Delivery<Update: Sendable>: Sendable {
  /// The update.
  public let update: Update
  /// The ``UpdateScheduler/uptime`` of the recorder's scheduler, or else real time since the creation of the recorder.
  public let time: Duration
  /// The thread of the delivery.
  public let thread: DeliveryThread
}

/// The thread of a delivery, to be compared with others.
///
/// Only a thread that has ended may have the identity of another.
public struct DeliveryThread: Sendable, Hashable {
  private let id: ThreadID
  var number: UInt { id.rawValue }
  /// Whether the main actor was current there, whichever thread served it.
  public let isMain: Bool

  /// The thread that calls.
  public static var current: DeliveryThread {
    DeliveryThread(id: .current, isMain: MainQueue.isCurrent)
  }
}

/// An event of a publisher with its time.
///
///     #expect(recorder.timeline == [.update("a", at: .seconds(1)), .end(at: .seconds(3))])
public struct TimelineEvent<Update: Sendable>: Sendable {
  /// The event.
  public let event: PublisherEvent<Update>
  /// The ``UpdateScheduler/uptime`` of the recorder's scheduler, or else real time since the creation of the recorder.
  public let time: Duration

  /// Something that happened.
  public init(_ event: PublisherEvent<Update>, at time: Duration) {
    self.event = event
    self.time = time
  }

  /// An update.
  public static func update(_ update: Update, at time: Duration) -> Self {
    Self(.update(update), at: time)
  }

  /// The end.
  public static func end(at time: Duration) -> Self {
    Self(.ended, at: time)
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
  public var timeline: [TimelineEvent<Update>] {
    let snapshot = recording.snapshot
    let updates = snapshot.deliveries.map { TimelineEvent.update($0.update, at: $0.time) }
    return updates + (snapshot.end.map { [.end(at: $0.time)] } ?? [])
  }
}
