import TestSupport
import Tidings

extension Subject {
  /// Publishers of an object that is started and stopped.
  static let starting: [Subject] = [
    Subject("Broadcaster from start and stop", isCold: true) {
      let held = Held<BroadcastSource<Int>>()
      let runs = Runs()
      let broadcaster = Broadcaster<Int> { source in
        held.hold(source)
        return runs.begin(source, sending: { $0.send($1) }, stop: { held.letGo() })
      } stop: {
        $0.invalidate()
      }
      return Fixture(
        broadcaster, send: { held.current?.send($0) }, finish: { held.current?.finish() }, runs: runs)
    }
  ]
}
