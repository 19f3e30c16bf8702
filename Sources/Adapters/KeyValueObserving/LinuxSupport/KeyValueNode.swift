#if !canImport(ObjectiveC)
  public import Foundation
  public import Synchronization
  import TidingsCore

  /// How a property changes.
  @usableFromInline
  struct KeyValueMutation: Sendable {
    @usableFromInline var kind = NSKeyValueChange.setting
    @usableFromInline var indexes: IndexSet?

    @usableFromInline
    init(kind: NSKeyValueChange = .setting, indexes: IndexSet? = nil) {
      self.kind = kind
      self.indexes = indexes
    }
  }

  /// One property that can be watched: who watches it, and what has been announced of it.
  ///
  /// It is part of the object, or kept by ``AnnouncedProperties`` while it is watched. It goes away with the object, and
  /// tells those who watch.
  @usableFromInline
  final class KeyValueNode: Sendable {
    /// A change that has begun, and what those who watched then have to remember until it is over.
    @usableFromInline
    struct Change: Sendable {
      var watches: [KeyValueWatch] = []
      /// In the order of `watches`; empty where nobody wants to know.
      var oldValues: [OldValue] = []
    }

    private struct State: Sendable {
      var watches: [KeyValueWatch] = []
      var announced: [(thread: ThreadID, change: Change)] = []
    }

    @usableFromInline let watched: Atomic<Bool> = Atomic(false)
    private let state = Locked(State())

    @usableFromInline
    init() {}

    /// Whether the property is watched. Read after a property was stored: a new watcher stores this before it reads the
    /// property, so that either it reads the new value or it is told of the change.
    @inlinable var isWatched: Bool { watched.load(ordering: .sequentiallyConsistent) }

    deinit {
      for watch in state.withLock({ $0.watches }) { watch.nodeHasGone() }
    }

    /// Returns false if it was there already.
    func add(_ watch: KeyValueWatch) -> Bool {
      state.withLock { state in
        guard !state.watches.contains(where: { $0 === watch }) else { return false }
        state.watches.append(watch)
        watched.store(true, ordering: .sequentiallyConsistent)
        return true
      }
    }

    /// Returns whether nobody watches any more.
    @discardableResult
    func remove(_ watch: KeyValueWatch) -> Bool {
      let (removed, isLast) = state.withLock { state in
        let index = state.watches.firstIndex { $0 === watch }
        let removed = index.map { state.watches.remove(at: $0) }
        watched.store(!state.watches.isEmpty, ordering: .sequentiallyConsistent)
        return (removed, state.watches.isEmpty)
      }
      withExtendedLifetime(removed) {}
      return isLast
    }

    @usableFromInline
    func willChange(_ mutation: KeyValueMutation) -> Change {
      var change = Change(watches: state.withLock { $0.watches })
      AccessProbe.suspended {
        guard change.watches.contains(where: \.needsOldValue) else { return }
        change.oldValues = change.watches.map { $0.needsOldValue ? $0.willChange(mutation) : OldValue() }
      }
      return change
    }

    /// Tells those who watched when the change began, and those who have come meanwhile, of whom it is not known whether
    /// they have read the old value or the new one.
    @usableFromInline
    func didChange(_ mutation: KeyValueMutation, _ change: Change) {
      let watches = state.withLock { $0.watches }
      AccessProbe.suspended {
        for index in change.watches.indices {
          change.watches[index].didChange(mutation, change.oldValues.isEmpty ? OldValue() : change.oldValues[index])
        }
        for watch in watches where !change.watches.contains(where: { $0 === watch }) {
          watch.didChange(mutation, OldValue())
        }
      }
    }

    func announceWillChange(_ mutation: KeyValueMutation) {
      let change = willChange(mutation)
      state.withLock { $0.announced.append((.current, change)) }
    }

    func announceDidChange(_ mutation: KeyValueMutation) {
      let change = state.withLock { state in
        let index = state.announced.lastIndex { $0.thread == .current }
        return index.map { state.announced.remove(at: $0).change }
      }
      didChange(mutation, change ?? Change())
    }
  }
#endif
