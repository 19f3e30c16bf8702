#if TIDINGS_EXPLORED_THREADS
  import TidingsCore
  import ThreadExplorer

  extension Access {
    /// The access as the explorer knows it.
    init(_ access: SharedAccess) {
      self.init(
        object: access.object.amongAll, kind: Kind(access.kind), ordering: Ordering(access.ordering),
        place: SourcePlace(access.place))
    }
  }

  extension UInt64 {
    /// The number of an atomic, a lock or watched memory of the package, as no object of the explorer has one: scenarios
    /// have both, and each side counts its own from 1.
    var amongAll: UInt64 { self | 1 << 63 }
  }

  extension Access.Kind {
    fileprivate init(_ kind: SharedAccess.Kind) {
      self =
        switch kind {
        case .load: .load
        case .store: .store
        case .update: .update
        }
    }
  }

  extension Access.Ordering {
    fileprivate init(_ ordering: SharedAccess.Ordering) {
      self =
        switch ordering {
        case .plain: .plain
        case .relaxed: .relaxed
        case .acquiring: .acquiring
        case .releasing: .releasing
        case .acquiringAndReleasing: .acquiringAndReleasing
        case .sequentiallyConsistent: .sequentiallyConsistent
        }
    }
  }

  extension SourcePlace {
    init(_ place: CodePlace) {
      self.init(fileID: place.fileID, line: place.line, function: place.function)
    }
  }
#endif
