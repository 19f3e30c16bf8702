#if !canImport(ObjectiveC)
  public import Foundation
  public import Synchronization

  /// A property that can be observed, where `@objc dynamic` does not exist.
  ///
  ///     final class Download: NSObject {
  ///       #if canImport(ObjectiveC)
  ///         @objc dynamic var fraction = 0.0
  ///       #else
  ///         @Observed var fraction = 0.0
  ///       #endif
  ///     }
  ///
  /// Setting it tells those who observe it, equal or not, as on Apple platforms: also those who reach it through other
  /// objects, or observe what is computed from it. Like any stored property, it may be used on several threads only when
  /// something sees to it that they do not meet; a ``KeyValueRegistrar`` is for properties with a lock.
  @propertyWrapper
  public final class Observed<Value> {
    // Never changed in place but read and stored, each at one instant, whatever observers do: so there is no overlap that
    // would have to be looked for, which takes longer than everything else.
    @exclusivity(unchecked)
    @usableFromInline var value: Value
    @usableFromInline let node = KeyValueNode()

    /// The initial value of `@Observed var`.
    @inlinable
    public init(wrappedValue: Value) {
      unsafe value = wrappedValue
    }

    /// The value, for `@Observed var`.
    @inlinable
    public var wrappedValue: Value {
      get {
        if AccessProbe.active.load(ordering: .relaxed) > 0 { AccessProbe.note(node) }
        return unsafe value
      }
      set {
        if node.isWatched.load(ordering: .sequentiallyConsistent) { return set(newValue) }
        unsafe value = newValue
        if node.isWatched.load(ordering: .sequentiallyConsistent) { tellLate() }
      }
    }

    @usableFromInline
    @inline(never)
    func set(_ newValue: Value) {
      let change = node.willChange(KeyValueMutation())
      unsafe value = newValue
      node.didChange(KeyValueMutation(), change)
    }

    @usableFromInline
    @inline(never)
    func tellLate() {
      node.didChange(KeyValueMutation(), KeyValueNode.Change())
    }

    /// Changes elements of a collection, and tells which: as `_items.change(.insertion, valuesAt: [0]) { … }`, which on
    /// Apple platforms is `willChange(_:valuesAt:for:)` and `didChange(_:valuesAt:for:)`.
    ///
    /// - Parameters:
    ///   - kind: What is done.
    ///   - indexes: Where the inserted or replaced elements stand afterwards, or the removed ones stood before.
    ///   - body: Does it.
    @discardableResult
    public func change<Result>(
      _ kind: NSKeyValueChange, valuesAt indexes: IndexSet, _ body: (inout Value) throws -> Result
    ) rethrows -> Result {
      let mutation = KeyValueMutation(kind: kind, indexes: indexes)
      let change = node.willChange(mutation)
      defer { node.didChange(mutation, change) }
      var changed = unsafe value
      let result = try body(&changed)
      unsafe value = changed
      return result
    }
  }

  @available(*, unavailable)
  extension Observed: @unchecked Sendable {}
#endif
