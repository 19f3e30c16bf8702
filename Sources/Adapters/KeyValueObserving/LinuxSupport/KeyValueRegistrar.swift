#if !canImport(ObjectiveC)
  public import Foundation
  public import Synchronization
  import TidingsCore

  /// Tells of the changes of properties that are stored in a way of their own, where `@objc dynamic` does not exist.
  ///
  ///     final class Gauge: NSObject, Sendable {
  ///       private let observing = KeyValueRegistrar()
  ///       private let storage = Atomic(0)
  ///
  ///       var level: Int {
  ///         get {
  ///           observing.access(\Gauge.level)
  ///           return storage.load(ordering: .relaxed)
  ///         }
  ///         set {
  ///           observing.withMutation(of: \Gauge.level) { storage.store(newValue, ordering: .relaxed) }
  ///         }
  ///       }
  ///     }
  ///
  /// The getter says so before it reads. Can be used from any thread. Users of Observation know it as
  /// `ObservationRegistrar`.
  public final class KeyValueRegistrar: Sendable {
    private let nodes = Locked(NodesByPath())
    /// Whether a property was ever observed.
    @usableFromInline let isUsed: Atomic<Bool> = Atomic(false)

    /// A registrar to keep in a property of the object; it goes away with that.
    public init() {}

    /// Says that a property is about to be read.
    ///
    /// - Parameter keyPath: The property, named as in ``withMutation(of:_:)``.
    @inlinable
    public func access(_ keyPath: @autoclosure () -> AnyKeyPath) {
      if AccessProbe.isActive { AccessProbe.note(node(of: keyPath())) }
    }

    /// Sets a property.
    ///
    /// - Parameters:
    ///   - keyPath: The property, named as in ``access(_:)``.
    ///   - body: Stores the new value. Observers are called after it has returned, and not under a lock that it takes.
    @inlinable
    public func withMutation<Result>(
      of keyPath: @autoclosure () -> AnyKeyPath, _ body: () throws -> Result
    ) rethrows -> Result {
      guard isUsed.load(ordering: .sequentiallyConsistent) else {
        // Also when the body has thrown: it may have changed something before.
        defer { if isUsed.load(ordering: .sequentiallyConsistent) { tellLate(keyPath()) } }
        return try body()
      }
      let mutation = KeyValueMutation()
      let path = keyPath()
      let change = willChange(mutation, of: path)
      defer { didChange(mutation, change, of: path) }
      return try body()
    }

    /// Changes elements of a collection, and tells which.
    ///
    /// - Parameters:
    ///   - keyPath: The property, named as in ``access(_:)``.
    ///   - kind: What is done.
    ///   - indexes: Where the inserted or replaced elements stand afterwards, or the removed ones stood before.
    ///   - body: Does it.
    public func withMutation<Result>(
      of keyPath: AnyKeyPath, _ kind: NSKeyValueChange, valuesAt indexes: IndexSet, _ body: () throws -> Result
    ) rethrows -> Result {
      let mutation = KeyValueMutation(kind: kind, indexes: indexes)
      let change = willChange(mutation, of: keyPath)
      defer { didChange(mutation, change, of: keyPath) }
      return try body()
    }

    /// A change that has begun, and the property if it was watched then.
    @usableFromInline
    struct Change: Sendable {
      fileprivate let node: KeyValueNode?
      fileprivate let change: KeyValueNode.Change
    }

    // Apart from the body, which is generic: code that looks up types at each change takes half as long again.
    @usableFromInline
    func willChange(_ mutation: KeyValueMutation, of keyPath: AnyKeyPath) -> Change {
      guard let node = watchedNode(of: keyPath) else { return Change(node: nil, change: KeyValueNode.Change()) }
      return Change(node: node, change: node.willChange(mutation))
    }

    @usableFromInline
    func didChange(_ mutation: KeyValueMutation, _ change: Change, of keyPath: AnyKeyPath) {
      (change.node ?? watchedNode(of: keyPath))?.didChange(mutation, change.change)
    }

    @usableFromInline
    func tellLate(_ keyPath: AnyKeyPath) {
      watchedNode(of: keyPath)?.didChange(KeyValueMutation(), KeyValueNode.Change())
    }

    @usableFromInline
    func node(of keyPath: AnyKeyPath) -> KeyValueNode {
      let path = SendablePath(keyPath)
      return nodes.withLock { nodes in
        isUsed.store(true, ordering: .sequentiallyConsistent)
        return nodes.node(of: path)
      }
    }

    private func watchedNode(of keyPath: AnyKeyPath) -> KeyValueNode? {
      let path = SendablePath(keyPath)
      guard let node = nodes.withLock({ $0.known(path) }) else { return nil }
      return node.isWatched ? node : nil
    }
  }
#endif
