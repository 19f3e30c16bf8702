public import Foundation

/// A change of an observed property, as a value that can be handed on.
@frozen
public struct KeyValueChange<Value: Sendable>: Sendable {
  /// Whether the property was set, or elements were inserted, removed or replaced.
  public let kind: NSKeyValueChange
  /// The old value, with the option `.old`; of a removal or replacement, the old elements.
  public let oldValue: Value?
  /// The new value, with the option `.new`; of an insertion or replacement, the new elements.
  public let newValue: Value?
  /// Which elements were inserted, removed or replaced.
  public let indexes: IndexSet?
  /// Whether the change is still to come; see the option `.prior`.
  public let isPrior: Bool

  /// A change to test with.
  @inlinable
  public init(
    kind: NSKeyValueChange = .setting, oldValue: Value? = nil, newValue: Value? = nil, indexes: IndexSet? = nil,
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
