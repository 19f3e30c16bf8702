public import TidingsCore

/// Records the deliveries of a publisher, for a test to read.
///
///     let model = SearchModel(…)
///     let recorder = model.$results.record()
///     #expect(try recorder.next() == [])
///     model.query = "tidings"
///     recorder.expect(["Tidings", "Good tidings"])
///     recorder.expectNone()
///
/// ``next(fileID:filePath:line:column:)`` reads the next update and ``completion(fileID:filePath:line:column:)->()``
/// the end, without waiting. If it is not recorded, the test fails in the line of the call, with a message that shows
/// the latest 30 updates. ``next(within:fileID:filePath:line:column:)`` waits for work that takes real time.
///
/// It subscribes with `attach(_:)`, so updates are recorded on the publishing thread, before the publishing call
/// returns. Create it inside the test, not in a detached task, so that it reports failures for this test. The subscription
/// ends with ``stop()``, or when the recorder is released. If a source removes all its subscribers, this is not an end, so calls
/// that wait do so for their whole time.
public final class Recorder<Update: Sendable>: Sendable {
  /// A separate object, because the subscription must not keep the recorder alive.
  let recording: AwaitedState<Recording<Update>>
  let host = TestHost.current
  private let subscription: Subscription

  init(_ publisher: some Publisher<Update>, scheduler: (any UpdateScheduler)?) {
    let recording = AwaitedState(Recording<Update>())
    let now = clock(of: scheduler)
    self.recording = recording
    subscription = publisher.attach { update in
      let delivery = Delivery(update: update, time: now(), thread: .current)
      recording.change { $0.deliveries.append(delivery) }
    } ended: {
      let end = Delivery(update: (), time: now(), thread: .current)
      recording.change { $0.end = end }
    }
  }

  /// Ends the subscription. The recorded deliveries stay.
  public func stop() {
    subscription.invalidate()
    recording.change { $0.isStopped = true }
  }

  /// All delivered updates, read or not.
  ///
  /// - Complexity: O(*n*), where *n* is the number of updates.
  public var updates: [Update] { snapshot.deliveries.map(\.update) }

  /// All delivered updates, with time and thread.
  public var deliveries: [Delivery<Update>] { snapshot.deliveries }

  /// The time and thread of the end, or nil before the end.
  public var end: Delivery<Void>? { snapshot.end }

  /// Whether the subscription is active: neither stopped nor ended.
  public var isActive: Bool { subscription.isActive }
  var snapshot: Recording<Update> { recording.withLock { $0 } }
}

extension Publisher {
  /// Subscribes and records all deliveries, for a test to read.
  ///
  /// - Parameter scheduler: Measures the time of each delivery, such as a ``ManualScheduler``. Nil means real time.
  public func record(scheduler: (any UpdateScheduler)? = nil) -> Recorder<Update> {
    Recorder(self, scheduler: scheduler)
  }
}

extension Recording: CustomStringConvertible {
  /// Descriptions for failures of tests.
  var description: String {
    let all = list(deliveries.map(\.update))
    let progress = unread.isEmpty ? "all read" : read == 0 ? "none read" : "\(read) of them read"
    let ending = end != nil ? "ended" : isStopped ? "stopped" : "not ended"
    return deliveries.isEmpty ? "recorded nothing, \(ending)" : "recorded \(all), \(progress), \(ending)"
  }
}

extension Recorder: CustomStringConvertible {
  /// The deliveries: `Recorder<Int>: recorded [1, 2], none read, not ended`.
  public var description: String { "Recorder<\(Update.self)>: \(snapshot)" }
}

extension Delivery: CustomStringConvertible {
  /// The update, its time and its thread: `"a" at 1.0 seconds on the main actor`.
  public var description: String { "\(String(reflecting: update)) at \(time) on \(thread)" }
}

extension DeliveryThread: CustomStringConvertible {
  /// The main actor, or a thread with its number.
  public var description: String { isMain ? "the main actor" : "thread \(number)" }
}

extension StubRun: CustomStringConvertible {
  /// The phase: `StubRun(cancelled)`.
  public var description: String { "StubRun(\(phase))" }
}

extension ManualScheduler: CustomStringConvertible {
  /// The virtual time and the pending jobs: `ManualScheduler(at 1.0 seconds, pending: 2)`.
  public var description: String { "ManualScheduler(at \(uptime), pending: \(pendingJobs))" }
}

/// Lists the updates, or only the latest ones if there are many.
func list<Update>(_ updates: [Update], atMost limit: Int = 30) -> String {
  let shown = updates.suffix(limit).map { String(reflecting: $0) }
  let omitted = updates.count - shown.count
  return "[" + ((omitted > 0 ? ["\(omitted) more"] : []) + shown).joined(separator: ", ") + "]"
}

/// A delivered update, with its time and its thread.
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
/// Deliveries on the same thread have equal values. The system can reuse the value of a thread that has ended.
public struct DeliveryThread: Sendable, Hashable {
  private let id: ThreadID
  var number: UInt { id.rawValue }
  /// Whether the delivery was on the main actor.
  public let isMain: Bool

  /// The current thread.
  public static var current: DeliveryThread { DeliveryThread(id: .current, isMain: MainQueue.isCurrent) }
}
