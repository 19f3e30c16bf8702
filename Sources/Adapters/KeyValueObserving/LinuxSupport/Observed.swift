#if !canImport(ObjectiveC)
  public import Foundation

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
  @safe
  @frozen
  public struct Observed<Value> {
    @usableFromInline let owner: ObservedStorage<Value>
    /// The same once more, without a count of references: that takes longer than everything else, and the compiler cannot
    /// leave it out of code that may call observers.
    ///
    /// Invariant: used only while `owner` lives.
    @usableFromInline let storage: Unmanaged<ObservedStorage<Value>>

    /// The initial value of `@Observed var`.
    @inlinable
    public init(wrappedValue: Value) {
      owner = ObservedStorage(wrappedValue)
      unsafe storage = .passUnretained(owner)
    }

    /// The value, for `@Observed var`.
    @inlinable
    public var wrappedValue: Value {
      get { withExtendedLifetime(owner) { unsafe storage._withUnsafeGuaranteedRef { $0.get() } } }
      nonmutating set { withExtendedLifetime(owner) { unsafe storage._withUnsafeGuaranteedRef { $0.set(newValue) } } }
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
      try owner.change(KeyValueMutation(kind: kind, indexes: indexes), body)
    }
  }

  /// Where an observed property is.
  @_fixed_layout @usableFromInline
  final class ObservedStorage<Value> {
    // Never changed in place but read and stored, each at one instant, whatever observers do: so there is no overlap that
    // would have to be looked for, which takes longer than everything else.
    @exclusivity(unchecked)
    @usableFromInline var value: Value
    @usableFromInline let node = KeyValueNode()

    @inlinable
    init(_ value: Value) {
      unsafe self.value = value
    }

    @inlinable
    func get() -> Value {
      if AccessProbe.isActive { AccessProbe.note(node) }
      return unsafe value
    }

    @inlinable
    func set(_ newValue: Value) {
      if node.isWatched { return tell(newValue) }
      unsafe value = newValue
      if node.isWatched { tellLate() }
    }

    @usableFromInline
    @inline(never)
    func tell(_ newValue: Value) {
      change(KeyValueMutation()) { $0 = newValue }
    }

    @usableFromInline
    @inline(never)
    func tellLate() {
      node.didChange(KeyValueMutation(), KeyValueNode.Change())
    }

    func change<Result>(_ mutation: KeyValueMutation, _ body: (inout Value) throws -> Result) rethrows -> Result {
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

  @available(*, unavailable)
  extension ObservedStorage: @unchecked Sendable {}
#endif
