/// An access to memory that threads share, as the code under test announces it.
public struct Access: Hashable, Sendable {
  /// What the access does to the memory.
  public enum Kind: Hashable, Sendable {
    /// Reads.
    case load
    /// Writes.
    case store
    /// Reads, modifies and writes in one step.
    case update
  }

  /// The memory ordering that the code asks for.
  public enum Ordering: Hashable, Sendable {
    /// Not atomic.
    case plain
    /// Orders nothing else.
    case relaxed
    /// Comes before all that follows it on its thread.
    case acquiring
    /// Comes after all that precedes it on its thread.
    case releasing
    /// Acquires what it reads and releases what it writes.
    case acquiringAndReleasing
    /// Acquires and releases, in one order of all such accesses.
    case sequentiallyConsistent
  }

  /// A number that no other living object has. The explorer numbers objects anew, in the order in which a schedule meets
  /// them, so addresses will do when ``ControlledThread/forget(_:)`` is called for objects that go during a schedule.
  public let object: UInt64
  /// What the access does to the memory.
  public let kind: Kind
  /// The memory ordering that the code asks for.
  public let ordering: Ordering
  /// Where the access stands in the source.
  public let place: SourcePlace

  /// Creates an access.
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
