/// Which other events an event keeps its order with.
///
/// An event *signals* names, *observes* names, or both. Two events of different threads depend on each other when one
/// signals a name that the other observes: then each of their two orders is run. Signals of a name commute, and so do
/// observations: schedules that differ only in their order count as one.
///
///     log.record(.sent(1), order: .signals("time"))       // not ordered with `.sent(2)` of another thread
///     log.record(.joining, order: .observes("time"))      // runs before and after each `.sent`
///
/// Names are scoped to one scenario. Events with ``everything`` depend on each other, as the steps of
/// ``ControlledThread/reach(_:)-(String)`` do: with it alone every expectation is sound, but little is reduced.
public struct EventOrder: Hashable, Sendable {
  let signalled: [String]
  let observed: [String]

  /// Creates an order with the names.
  ///
  /// - Parameters:
  ///   - signals: Names that later observers can tell this event by.
  ///   - observes: Names whose signals come before or after this event.
  public init(signals: [String] = [], observes: [String] = []) {
    signalled = signals
    observed = observes
  }

  /// Signals the names.
  public static func signals(_ names: String...) -> EventOrder { EventOrder(signals: names) }

  /// Observes the names.
  public static func observes(_ names: String...) -> EventOrder { EventOrder(observes: names) }

  /// Depends on each other event that is ordered with everything.
  public static let everything = EventOrder(signals: [""], observes: [""])

  /// The names as sets of bits.
  struct Mask: Hashable, Sendable {
    let signalled: UInt64
    let observed: UInt64

    func depends(on other: Mask) -> Bool {
      signalled & other.observed != 0 || observed & other.signalled != 0
    }
  }
}
