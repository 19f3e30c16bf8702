import Synchronization
import TidingsCore

extension Array {
  /// Plays a script from now on, until the bag is emptied.
  ///
  /// An event whose time is before that of the previous one follows it immediately.
  func play<Update>(
    on scheduler: any UpdateScheduler, into bag: SubscriptionBag,
    _ perform: @escaping @Sendable (PublisherEvent<Update>) -> Void
  ) where Element == TimelineEvent<Update> {
    // Each job leads to the next event, in one delivery after the other: a dispatch queue can run its due jobs in any order,
    // also at the same time.
    let performed = Atomic(0)
    let jobs = BroadcastSource<Void>()
    jobs.attach { perform(self[performed.wrappingAdd(1, ordering: .relaxed).oldValue].event) }.store(in: bag)
    let start = scheduler.uptime
    var due = Duration.zero
    for event in self {
      due = Swift.max(due, event.time)
      // The time may have passed during an earlier event, as with a scheduler without delays.
      scheduler.enqueue(after: start.saturatingAdding(due) - scheduler.uptime) { jobs.send() }.store(in: bag)
    }
  }
}
