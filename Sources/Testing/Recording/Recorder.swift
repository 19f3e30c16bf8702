public import TidingsCore

/// Subscribes to a publisher and keeps everything it delivers, for a test to read.
///
///     let model = SearchModel(…)
///     let recorder = model.$results.record()
///     #expect(try recorder.next() == [])
///     model.query = "tidings"
///     recorder.expect(["Tidings", "Good tidings"])
///     recorder.expectNone()
///
/// A cursor moves through what was recorded: ``next(fileID:filePath:line:column:)`` reads one update and
/// ``completion(fileID:filePath:line:column:)->()`` the end, at once when it is there. When it is not, the test fails in
/// the line of the call, with a message that shows everything recorded. Where something really takes time,
/// ``next(within:fileID:filePath:line:column:)`` waits for it.
///
/// It subscribes with `attach(_:)`, so updates are recorded wherever they are published, on any thread, and before
/// whatever publishes them returns; from main-actor tests, too. Make it inside the test: that is the test it fails.
/// The subscription lasts until ``stop()``, or until nobody holds the recorder any more.
public final class Recorder<Update: Sendable>: Sendable {
  let recording: Recording<Update>
  let host = TestHost.current
  private let subscription: Subscription

  /// Subscribes to the publisher.
  ///
  /// - Parameters:
  ///   - publisher: What to record.
  ///   - scheduler: Tells the time of each delivery; real time without one.
  public init(_ publisher: some Publisher<Update>, scheduler: (any UpdateScheduler)? = nil) {
    let recording = Recording<Update>(timeOf: scheduler)
    self.recording = recording
    subscription = publisher.attach { recording.record($0) }
    subscription.whenEnded(isolation: nil) { recording.recordEnd() }
  }

  /// Gives the subscription up. What was recorded stays.
  public func stop() {
    subscription.invalidate()
  }

  /// Every update that was delivered, read or not.
  public var updates: [Update] { recording.snapshot.deliveries.map(\.update) }

  /// Every update that was delivered, with the time and the thread.
  public var deliveries: [Delivery<Update>] { recording.snapshot.deliveries }

  /// When and where the end was told; nil as long as it was not.
  public var end: Delivery<Void>? { recording.snapshot.end }

  /// Whether the subscription goes on: neither stopped nor told of the end.
  public var isActive: Bool { subscription.isActive }
}

extension Publisher {
  /// Subscribes and keeps everything that is delivered, for a test to read.
  ///
  /// - Parameter scheduler: Tells the time of each delivery, like a ``ManualScheduler``; real time without one.
  public func record(scheduler: (any UpdateScheduler)? = nil) -> Recorder<Update> {
    Recorder(self, scheduler: scheduler)
  }
}
