import Synchronization

/// The events of one schedule, in the order in which they happened, for the expectations of a scenario.
///
/// Each event says by an ``EventOrder`` which others it keeps its order with. Where every schedule is run, or every one up
/// to a bound on preemptions, that changes nothing. With ``ThreadExplorer/Extent/everyTrace`` one schedule stands for all
/// that differ only in the order of independent steps. An expectation over the log is sound there when its verdict is the
/// same for all of them, which is so if it looks only at
///
/// - which events there are, with their values: values come from announced accesses, so that they are part of the trace;
/// - the order of events of one thread;
/// - the order of two events of which one signals a name that the other observes.
///
/// An expectation that compares the order of two signals, of two observations, or of events without a common name sees
/// one order of several, and may miss a fault. In doubt an event keeps the default, ``EventOrder/everything``.
public final class ExploredLog<Event: Sendable>: Sendable {
  private let recorded = Mutex([Event]())

  /// Creates a log without events.
  public init() {}

  /// Appends the event. No scheduling point: it belongs to the step that the thread took before.
  public func record(_ event: Event, order: EventOrder = .everything) {
    ControlledThread.current?.note("\(event)", order: order)
    recorded.withLock { $0.append(event) }
  }

  /// The events so far, in the order in which they happened.
  public var events: [Event] { recorded.withLock { $0 } }
}
