public import Foundation

/// A change of an observed property, as a value.
@frozen
public struct KeyValueChange<Value: Sendable>: Sendable {
  /// Whether the property was set, or elements were inserted, removed or replaced.
  public let kind: KeyValueChangeKind
  /// The old value, with the option `.old`. For a removal or replacement, the old elements.
  public let oldValue: Value?
  /// The new value, with the option `.new`. For an insertion or replacement, the new elements.
  public let newValue: Value?
  /// The indexes of the elements that were inserted, removed or replaced.
  public let indexes: IndexSet?
  /// Whether the change has not happened yet; see the option `.prior`.
  public let isPrior: Bool

  /// Creates a change, for tests.
  @inlinable
  public init(
    kind: KeyValueChangeKind = .setting, oldValue: Value? = nil, newValue: Value? = nil, indexes: IndexSet? = nil,
    isPrior: Bool = false
  ) {
    self.kind = kind
    self.oldValue = oldValue
    self.newValue = newValue
    self.indexes = indexes
    self.isPrior = isPrior
  }
}

extension KeyValueChange: Equatable where Value: Equatable {}

/// The kinds of changes of an observed property.
///
/// The raw values are those of `NSKeyValueChange`.
public enum KeyValueChangeKind: UInt, Sendable {
  /// The property was set.
  case setting = 1
  /// Elements were inserted into a collection.
  case insertion = 2
  /// Elements were removed from a collection.
  case removal = 3
  /// Elements of a collection were replaced.
  case replacement = 4
}

/// The contents of the updates of a `broadcaster(for:options:)`.
///
/// The raw values are those of `NSKeyValueObservingOptions`. There is no `.initial`: a broadcaster has no subscribers when
/// it begins to observe.
public struct KeyValueOptions: OptionSet, Sendable {
  /// The options as bits.
  public let rawValue: UInt

  /// Creates options from bits.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// A change has the new value.
  public static let new = KeyValueOptions(rawValue: 1)
  /// A change has the old value.
  public static let old = KeyValueOptions(rawValue: 2)
  /// There is also an update before each change, without a new value.
  public static let prior = KeyValueOptions(rawValue: 8)
}

/// A change of a property whose value may not be `Sendable`.
struct ObservedChange<Value> {
  var kind: KeyValueChangeKind
  var oldValue: Value?
  var newValue: Value?
  var indexes: IndexSet?
  var isPrior: Bool
}
