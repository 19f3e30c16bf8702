/// A fan-out of one source: so many threads publish, each update goes to so many subscribers.
package struct Shape: Sendable {
  package let threads: Int
  package let subscribers: Int

  package init(threads: Int, subscribers: Int) {
    self.threads = threads
    self.subscribers = subscribers
  }

  /// As many as make an operation beside which it does not count that threads are started.
  package var updatesOfOneThread: Int { max(1, 20_000 / subscribers) }

  /// Updates that one operation delivers.
  package var deliveries: Int { threads == 1 ? subscribers : threads * updatesOfOneThread * subscribers }
}
