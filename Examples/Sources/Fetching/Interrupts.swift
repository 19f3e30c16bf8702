import Dispatch
import Foundation
package import Tidings

extension Broadcaster<Void> {
  /// Ctrl-C: a signal of the operating system as a publisher.
  ///
  /// With its first subscriber the signal no longer ends the process; with its last it does again.
  package static let interrupts = Broadcaster { source in
    signal(SIGINT, SIG_IGN)
    // Not declared to be Sendable, but a dispatch source may be cancelled on any thread.
    nonisolated(unsafe) let interrupts = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    interrupts.setEventHandler { source.send() }
    interrupts.activate()
    return Subscription {
      interrupts.cancel()
      signal(SIGINT, SIG_DFL)
    }
  }
}
