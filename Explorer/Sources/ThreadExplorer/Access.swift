/// An access to memory that threads share, as the code under test announces it.
public struct Access: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case load
    case store
    /// Reads, modifies and writes in one step.
    case update
  }

  public enum Ordering: Hashable, Sendable {
    /// Not atomic.
    case plain
    case relaxed
    case acquiring
    case releasing
    case acquiringAndReleasing
    case sequentiallyConsistent
  }

  /// A number that no other living object has. The explorer numbers objects anew, in the order in which a schedule meets
  /// them, so addresses will do when ``ControlledThread/forget(_:)`` is called for objects that go during a schedule.
  public let object: UInt64
  public let kind: Kind
  public let ordering: Ordering
  public let place: SourcePlace

  @inlinable
  public init(object: UInt64, kind: Kind, ordering: Ordering, place: SourcePlace) {
    self.object = object
    self.kind = kind
    self.ordering = ordering
    self.place = place
  }
}

extension Access.Ordering {
  var acquires: Bool { self == .acquiring || self == .acquiringAndReleasing || self == .sequentiallyConsistent }
  var releases: Bool { self == .releasing || self == .acquiringAndReleasing || self == .sequentiallyConsistent }

  /// The ordering of an update that has only loaded: its own without the part of the store.
  var ofLoad: Access.Ordering {
    switch self {
    case .releasing: .relaxed
    case .acquiringAndReleasing: .acquiring
    default: self
    }
  }
}
