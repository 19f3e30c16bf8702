import Synchronization

/// The start of a funnel that subscribes to several upstreams, one after the other.
///
/// The subscribing thread has the baton all the while. So whatever others put in waits for it, and what the upstreams
/// start with reaches the subscriber before `subscribe` returns, whoever publishes meanwhile.
@usableFromInline
package final class FunnelStart: Sendable {
  private static let nobody: UInt = 0

  private let thread = SharedAtomic(nobody)
  // Touched by that thread alone.
  private let delivering = SharedAtomic(false)
  private let waiting = SharedAtomic(0)

  package init() {}

  /// Whether the calling thread is the one that starts.
  @usableFromInline
  package var isCurrent: Bool {
    thread.load(ordering: .relaxed) == ThreadID.current.rawValue
  }

  func begin() {
    thread.store(ThreadID.current.rawValue, ordering: .relaxed)
  }

  func end() {
    thread.store(Self.nobody, ordering: .relaxed)
  }

  /// Whether it is in the middle of a delivery, which goes on with what it has put in meanwhile.
  var isDelivering: Bool {
    get { delivering.load(ordering: .relaxed) }
    set { delivering.store(newValue, ordering: .relaxed) }
  }

  /// How many of its own inputs have not been delivered.
  var waitingCount: Int {
    get { waiting.load(ordering: .relaxed) }
    set { waiting.store(newValue, ordering: .relaxed) }
  }
}

extension Hub {
  /// Subscribes to the upstreams of a funnel.
  ///
  /// Nothing has been put in yet. So whoever else has the baton is about to end the subscription, and nothing is put in
  /// any more.
  @usableFromInline
  package func hold(_ start: FunnelStart, _ connect: () -> Void) {
    guard roster.baton.take() else { return connect() }
    start.begin()
    connect()
    start.end()
    rest()
  }

  /// Delivers what the starting thread puts in, and what others have put in before, however much that is: it came since
  /// the start.
  @usableFromInline
  package func put(_ update: Update, during start: FunnelStart, in run: RunID) {
    let thread = ThreadID.current
    start.waitingCount += 1
    post(update, in: run)
    guard !start.isDelivering else { return }
    start.isDelivering = true
    while start.waitingCount > 0, let entry = withState({ $0.takeKeeping() }) {
      if case .update = entry.item, entry.thread == thread { start.waitingCount -= 1 }
      deliver(entry)
    }
    start.isDelivering = false
  }
}
