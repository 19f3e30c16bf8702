/// The version of a published value: it differs after each change of what the value is read from.
///
/// The version of a value that is made of others is the list of their versions. A sum would not do: 3 and 5 add up to the
/// same as 4 and 4.
@usableFromInline
package enum ValueVersion: Sendable {
  /// The number of changes of a hub. The hub is held, so that no other can be at its address meanwhile.
  case changes(UInt, of: AnyHub)
  case list([ValueVersion])
  /// The value is read where nobody tells of its changes.
  case untold

  /// Whether equal versions mean that the value is the same.
  package var tellsEveryChange: Bool {
    switch self {
    case .changes: true
    case .list(let versions): versions.allSatisfy(\.tellsEveryChange)
    case .untold: false
    }
  }
}

extension ValueVersion: Equatable {
  @usableFromInline
  package static func == (old: ValueVersion, new: ValueVersion) -> Bool {
    switch (old, new) {
    case (.changes(let before, let hub), .changes(let after, let other)): before == after && hub === other
    case (.list(let before), .list(let after)): before == after
    case (.untold, .untold): true
    case (.changes, _), (.list, _), (.untold, _): false
    }
  }
}
