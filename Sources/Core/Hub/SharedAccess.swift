#if TIDINGS_EXPLORED_THREADS
  import Synchronization

  /// An access to memory that threads share, as an exploration of their orders hears of it.
  @usableFromInline
  package struct SharedAccess: Sendable {
    @usableFromInline
    package enum Kind: Sendable {
      case load
      case store
      /// Loads and stores in one step.
      case update
    }

    @usableFromInline
    package enum Ordering: Sendable {
      /// Not atomic.
      case plain
      case relaxed
      case acquiring
      case releasing
      case acquiringAndReleasing
      case sequentiallyConsistent
    }

    /// A number that nothing else has had.
    package let object: UInt64
    package let kind: Kind
    package let ordering: Ordering
    package let place: CodePlace
  }

  extension SharedAccess.Ordering {
    init(_ ordering: AtomicLoadOrdering) {
      switch ordering {
      case .relaxed: self = .relaxed
      case .acquiring: self = .acquiring
      default: self = .sequentiallyConsistent
      }
    }

    init(_ ordering: AtomicStoreOrdering) {
      switch ordering {
      case .relaxed: self = .relaxed
      case .releasing: self = .releasing
      default: self = .sequentiallyConsistent
      }
    }

    init(_ ordering: AtomicUpdateOrdering) {
      switch ordering {
      case .relaxed: self = .relaxed
      case .acquiring: self = .acquiring
      case .releasing: self = .releasing
      case .acquiringAndReleasing: self = .acquiringAndReleasing
      default: self = .sequentiallyConsistent
      }
    }
  }

  /// A place in the sources.
  @usableFromInline
  package struct CodePlace: Sendable {
    package let fileID: StaticString
    package let line: UInt
    package let function: StaticString

    @usableFromInline
    package init(fileID: StaticString, line: UInt, function: StaticString) {
      self.fileID = fileID
      self.line = line
      self.function = function
    }
  }

  /// Numbers what threads share: locks, atomics and watched memory.
  enum SharedNumber {
    // Not itself a part of what is explored.
    private static let last = Atomic(UInt64.zero)

    static func next() -> UInt64 {
      last.add(1, ordering: .relaxed).newValue
    }
  }
#endif
