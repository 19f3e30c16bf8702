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
/// all deliveries. ``next(within:fileID:filePath:line:column:)`` waits for work that takes real time.
///
/// It subscribes with `attach(_:)`, so updates are recorded on the publishing thread, before the publishing call
/// returns. Create it inside the test, so that it reports failures for this test. The subscription ends with
/// ``stop()``, or when the recorder is released.
public final class Recorder<Update: Sendable>: Sendable {
  let recording: Recording<Update>
  let host = TestHost.current
  private let subscription: Subscription

  /// Subscribes to the publisher.
  ///
  /// - Parameters:
  ///   - publisher: The publisher to record.
  ///   - scheduler: Measures the time of each delivery. Nil means real time.
  public init(_ publisher: some Publisher<Update>, scheduler: (any UpdateScheduler)? = nil) {
    let recording = Recording<Update>(timeOf: scheduler)
    self.recording = recording
    subscription = publisher.attach { recording.record($0) }
    subscription.whenEnded(isolation: nil) { recording.recordEnd() }
  }

  /// Ends the subscription. The recorded deliveries stay.
  public func stop() {
    subscription.invalidate()
  }

  /// All delivered updates, read or not.
  public var updates: [Update] { recording.snapshot.deliveries.map(\.update) }

  /// All delivered updates, with time and thread.
  public var deliveries: [Delivery<Update>] { recording.snapshot.deliveries }

  /// The time and thread of the end, or nil before the end.
  public var end: Delivery<Void>? { recording.snapshot.end }

  /// Whether the subscription is active: neither stopped nor ended.
  public var isActive: Bool { subscription.isActive }
}

extension Publisher {
  /// Subscribes and records all deliveries, for a test to read.
  ///
  /// - Parameter scheduler: Measures the time of each delivery, such as a ``ManualScheduler``. Nil means real time.
  public func record(scheduler: (any UpdateScheduler)? = nil) -> Recorder<Update> {
    Recorder(self, scheduler: scheduler)
  }
}
