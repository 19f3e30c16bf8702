#if !canImport(ObjectiveC)
  public import Foundation

  /// What an observer asks to be told, as on Apple platforms.
  public struct NSKeyValueObservingOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: UInt

    /// Options from bits.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// The change has the new value.
    public static let new = NSKeyValueObservingOptions(rawValue: 1)
    /// The change has the old value.
    public static let old = NSKeyValueObservingOptions(rawValue: 2)
    /// The handler is called once before `observe` returns, never with an old value.
    public static let initial = NSKeyValueObservingOptions(rawValue: 4)
    /// The handler is called before each change, too, never with a new value.
    public static let prior = NSKeyValueObservingOptions(rawValue: 8)
  }

  /// The kinds of changes, as on Apple platforms.
  public enum NSKeyValueChange: UInt, Sendable {
    /// The property was set.
    case setting = 1
    /// Elements were inserted into a collection.
    case insertion = 2
    /// Elements were removed from a collection.
    case removal = 3
    /// Elements of a collection were replaced.
    case replacement = 4
  }

  /// What a handler of `observe(_:options:changeHandler:)` is told, as on Apple platforms.
  public struct NSKeyValueObservedChange<Value> {
    /// How a value has changed.
    public typealias Kind = NSKeyValueChange

    /// How the value has changed.
    public let kind: Kind
    /// The new value, with the option `.new`; of an insertion or replacement, the new elements.
    public let newValue: Value?
    /// The old value, with the option `.old`; of a removal or replacement, the old elements.
    public let oldValue: Value?
    /// Which elements were inserted, removed or replaced.
    public let indexes: IndexSet?
    /// Whether the change is still to come; see the option `.prior`.
    public let isPrior: Bool

    @usableFromInline
    init(kind: Kind, newValue: Value?, oldValue: Value?, indexes: IndexSet?, isPrior: Bool) {
      self.kind = kind
      self.newValue = newValue
      self.oldValue = oldValue
      self.indexes = indexes
      self.isPrior = isPrior
    }
  }

  extension NSKeyValueObservedChange: Sendable where Value: Sendable {}
#endif
