/// Publishes whether a hub has a run under way, for whoever has asked.
///
/// The hub alone holds it: the value ends when the hub goes away, and does not keep it.
package final class RunWatch: Sendable {
  package enum Phase: Sendable {
    case idle
    case running
    /// There will be no other run.
    case over
  }

  private let property = PublishedProperty(false)

  package init() {}

  var value: PublishedValue<Bool> { property.publishedValue }

  /// Publishes the phase, and ends when it is the last.
  ///
  /// - Parameter read: Reads the phase. Called again when another thread has refreshed meanwhile: so what is published
  ///   last was read after every change.
  func refresh(_ read: () -> Phase) {
    var phase = Phase.idle
    property.refresh {
      phase = read()
      return phase == .running
    }
    if phase == .over { property.finish() }
  }
}

extension HubState {
  package var runPhase: RunWatch.Phase {
    if isFinished { return .over }
    return runs.wanted == .none ? .idle : .running
  }
}
