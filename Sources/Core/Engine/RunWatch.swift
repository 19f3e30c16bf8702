/// The state behind ``AnyHub/isRunning``, made when it is first requested.
///
/// Only the hub holds it. The value ends when the hub is released, and does not keep the hub alive.
package final class RunWatch: Sendable {
  package enum Phase: Sendable {
    case idle
    case running
    /// The publisher has ended, so no other run follows.
    case over
  }

  private let property = PublishedProperty(false)

  package init() {}

  var value: PublishedValue<Bool> { property.publishedValue }

  /// Publishes the phase, and ends with the last one.
  ///
  /// - Parameter read: Reads the phase. Called again if another thread has refreshed at the same time, so the last published
  ///   phase was read after every change.
  func refresh(_ read: () -> Phase) {
    var phase = Phase.idle
    property.refresh {
      phase = read()
      return phase == .running
    }
    if phase == .over { property.finish() }
  }
}
