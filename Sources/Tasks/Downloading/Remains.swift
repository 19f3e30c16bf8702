import Synchronization
import TidingsCore

/// Says what becomes of the unfinished files of a download that is paused and resumed by a ``Downloader``.
package final class Remains: Sendable {
  /// Whether they stay after a failure.
  let areKeptAfterFailure: Bool
  private let discarded = Atomic(false)

  init(areKeptAfterFailure: Bool) {
    self.areKeptAfterFailure = areKeptAfterFailure
  }

  /// A run that is cancelled from now on removes them.
  func discard() { discarded.store(true, ordering: .releasing) }

  var areDiscarded: Bool { discarded.load(ordering: .acquiring) }
}
