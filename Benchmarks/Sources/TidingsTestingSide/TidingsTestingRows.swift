package import Harness
import Tidings
import TidingsTesting

/// The rows of the test kit, in a module of their own: with the kit imported beside it, the compiler lays the other rows'
/// loops out in another way, which costs a tenth of some.
package enum TidingsTestingRows {
  package static func virtualTime(pending: Int, sink: Sink) -> Batch {
    let scheduler = ManualScheduler()
    let frame = Duration.milliseconds(1)
    return { operations in
      var jobs: [Subscription] = []
      jobs.reserveCapacity(pending)
      for remaining in (0..<operations).reversed() {
        jobs.append(scheduler.enqueue(after: frame * (remaining &* 7_919 % pending)) { sink.receive(remaining) })
        guard remaining % pending == 0 else { continue }
        scheduler.advance(by: frame * pending)
        jobs.removeAll(keepingCapacity: true)
      }
    }
  }
}
