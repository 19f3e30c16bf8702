import Dispatch
import Foundation
package import Tidings

extension Broadcaster<Void> {
  /// Sends an update when the user presses Ctrl-C.
  ///
  /// While there are subscribers, the signal does not end the process.
  package static let interrupts = Broadcaster { source in
    signal(SIGINT, SIG_IGN)
    // The type is not declared `Sendable`, but a dispatch source may be cancelled on any thread.
    nonisolated(unsafe) let interrupts = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    interrupts.setEventHandler { source.send() }
    interrupts.activate()
    return Subscription {
      interrupts.cancel()
      signal(SIGINT, SIG_DFL)
    }
  }
}
