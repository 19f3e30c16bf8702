import TidingsCore

/// An update that was delivered, with when and where.
public struct Delivery<Update: Sendable>: Sendable {
  /// The update.
  public let update: Update
  /// The ``UpdateScheduler/uptime`` of the recorder's scheduler, or else real time since the creation of the recorder.
  public let time: Duration
  /// The thread of the delivery.
  public let thread: DeliveryThread
}

/// The thread of a delivery, to be compared with others.
///
/// Only a thread that has ended may have the identity of another.
public struct DeliveryThread: Sendable, Hashable {
  private let id: ThreadID
  var number: UInt { id.rawValue }
  /// Whether the main actor was current there, whichever thread served it.
  public let isMain: Bool

  /// The thread that calls.
  public static var current: DeliveryThread {
    DeliveryThread(id: .current, isMain: MainQueue.isCurrent)
  }
}
