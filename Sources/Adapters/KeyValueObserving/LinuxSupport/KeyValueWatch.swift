#if !canImport(ObjectiveC)
  public import Foundation
  import Synchronization
  import TidingsCore

  /// One observation of an object: what its nodes know of it.
  ///
  /// It is not generic, and what is, is a closure that was made where the types are known: a generic class would look up
  /// types at each change, which takes longer than everything else.
  @usableFromInline
  final class KeyValueWatch: @unchecked Sendable {
    // Invariant behind `@unchecked`: what is stored never changes, but for what stands behind the lock or is atomic. The
    // object is used on the thread that begins to observe and on those that change its properties, which have it anyway.

    @usableFromInline
    enum Step: Sendable {
      /// Before the change: returns what is to be remembered, and tells who wants to know now.
      case before(KeyValueMutation)
      case after(KeyValueMutation, OldValue)
      /// Reads the value for what is watched, and tells nobody.
      case probe
    }

    @usableFromInline typealias Perform = @Sendable (KeyValueWatch, NSObject, Step) -> OldValue

    private struct State: Sendable {
      var nodes: [WeakNode] = []
      var whenObjectGone: (@Sendable () -> Void)?
      /// The thread that is finding out which nodes there are.
      var prober: ThreadID?
      /// Another thread has changed something meanwhile: the prober does it again.
      var hasChanged = false
      /// The prober itself has: a getter changes what it reads.
      var hasProberChanged = false

      /// Returns whether the calling thread is to probe; if not, it has told the prober.
      mutating func beginProbing() -> Bool {
        guard let prober else {
          prober = .current
          return true
        }
        if prober == .current { hasProberChanged = true } else { hasChanged = true }
        return false
      }

      /// Returns whether the prober is done.
      mutating func endProbing(ignoringOwnChanges ignoresOwn: Bool) -> Bool {
        let isDone = !hasChanged && (ignoresOwn || !hasProberChanged)
        hasChanged = false
        hasProberChanged = false
        if isDone { prober = nil }
        return isDone
      }
    }

    @usableFromInline let options: NSKeyValueObservingOptions
    private weak let object: NSObject?
    private let objectID: ObjectIdentifier
    /// The property, and those it depends on by declaration.
    private let announced: [AnyKeyPath]
    private let perform: Perform
    private let isActive = Atomic(true)
    private let state = Locked(State())

    @usableFromInline
    init(
      of object: NSObject, _ keyPath: AnyKeyPath, options: NSKeyValueObservingOptions, perform: @escaping Perform
    ) {
      self.object = object
      objectID = ObjectIdentifier(object)
      announced = Self.keyPaths(affecting: keyPath, of: object)
      self.options = options
      self.perform = perform
    }

    /// The path, those that it depends on by declaration, and those that these depend on.
    private static func keyPaths(affecting keyPath: AnyKeyPath, of object: NSObject) -> [AnyKeyPath] {
      var found = [keyPath]
      guard let type = type(of: object) as? any NSKeyValueObservingCustomization.Type else { return found }
      var next = 0
      while next < found.count {
        for path in type.keyPathsAffectingValue(for: found[next]) where !found.contains(path) { found.append(path) }
        next += 1
      }
      return found
    }

    /// Begins to watch, and tells the value if that is wanted now.
    @usableFromInline
    func start() {
      guard let object else { return }
      for path in announced { AnnouncedProperties.all.add(self, to: path, of: objectID) }
      if options.contains(.initial) {
        _ = perform(self, object, .after(KeyValueMutation(), OldValue()))
      } else {
        _ = perform(self, object, .probe)
      }
    }

    /// Whether this watch will be told of changes: something that is observed has been read on the way to the value, or
    /// changes are announced by hand, as far as that can be known.
    var isTold: Bool {
      if announced.count > 1 || state.withLock({ !$0.nodes.isEmpty }) { return true }
      guard let object, let type = type(of: object) as? any NSKeyValueObservingCustomization.Type else { return false }
      return !type.automaticallyNotifiesObservers(for: announced[0])
    }

    func invalidate() {
      guard isActive.exchange(false, ordering: .sequentiallyConsistent) else { return }
      let (nodes, action) = state.withLock { state in
        defer {
          state.nodes = []
          state.whenObjectGone = nil
        }
        return (state.nodes, state.whenObjectGone)
      }
      drop(nodes)
      for path in announced { AnnouncedProperties.all.remove(self, from: path, of: objectID) }
      withExtendedLifetime(action) {}
    }

    /// Whether a call of the handler may begin.
    @usableFromInline
    var isWanted: Bool { isActive.load(ordering: .sequentiallyConsistent) }

    var needsOldValue: Bool { !options.isDisjoint(with: [.old, .prior]) }

    func willChange(_ mutation: KeyValueMutation) -> OldValue {
      guard let object = observed else { return OldValue() }
      return perform(self, object, .before(mutation))
    }

    func didChange(_ mutation: KeyValueMutation, _ old: OldValue) {
      guard let object = observed else { return }
      _ = perform(self, object, .after(mutation, old))
    }

    /// The object, if it is there and still observed.
    private var observed: NSObject? {
      guard isWanted else { return nil }
      guard let object else {
        tellGone()
        return nil
      }
      return object
    }

    // MARK: What is watched

    /// Reads the value, and watches what it is read from. One thread at a time finds out what that is, and does it again
    /// when something has changed meanwhile, so that what is watched at the end belongs to the newest reading.
    @usableFromInline
    func probe(_ object: NSObject, _ read: () -> Void) {
      let known = state.withLock { $0.beginProbing() ? $0.nodes : nil }
      guard var known else { return read() }
      // A getter that always changes what it reads would have this go on for ever; those of other threads come to an end.
      for round in 1... {
        let newNodes = AccessProbe.nodes(for: self, knowing: known) {
          // What a property depends on by declaration is read for its nodes only.
          for path in announced.dropFirst() { _ = (object as Any)[keyPath: path] }
          read()
        }
        // Before others may probe: what is dropped here may be what they find.
        if let newNodes {
          state.withLock { if isWanted { $0.nodes = newNodes } }
          drop(known.filter { old in !newNodes.contains { $0.id == old.id } })
          known = newNodes
        }
        if !isWanted { drop(known) }
        if state.withLock({ $0.endProbing(ignoringOwnChanges: round >= 8) }) { return }
      }
    }

    private func drop(_ nodes: [WeakNode]) {
      for node in nodes { node.node?.remove(self) }
    }

    // MARK: The end of the object

    /// Calls the closure once when the object has gone, or now if it has. The object cannot tell where nothing of it is
    /// ``Observed`` or told to a ``KeyValueRegistrar``.
    func whenObjectGone(_ action: @escaping @Sendable () -> Void) {
      state.withLock { $0.whenObjectGone = action }
      if object == nil { tellGone() }
    }

    /// A node goes with the object that it is part of, which may be another than the one that is observed.
    func nodeHasGone() {
      if object == nil { tellGone() }
    }

    private func tellGone() {
      let action = state.withLock { state in
        defer { state.whenObjectGone = nil }
        return state.whenObjectGone
      }
      action?()
    }
  }

  /// What a watch has read before a change, if it wants to know.
  @usableFromInline
  struct OldValue: @unchecked Sendable {
    // Invariant behind `@unchecked`: made, read and let go of on the thread that changes the property.
    @usableFromInline var value: Any?

    @usableFromInline
    init(value: Any? = nil) {
      self.value = value
    }
  }
#endif
