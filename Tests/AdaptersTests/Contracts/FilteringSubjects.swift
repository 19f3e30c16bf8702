import TestSupport
import Tidings

extension Subject {
  static let filtering: [Subject] = [
    onBroadcaster("filter") { $0.filter { _ in true } },
    onBroadcaster("compactMap") { $0.compactMap { $0 } },
    onBroadcaster("removeDuplicates(by:)") { $0.removeDuplicates { _, _ in false } },
    onBroadcaster("removeDuplicates(by:) a property") { $0.removeDuplicates { _ in Unique() } },
    onBroadcaster("removeAllDuplicates(by:)") { $0.removeAllDuplicates { _ in Unique() } },
    onBroadcaster("dropFirst") { $0.dropFirst(0) },
    onBroadcaster("drop(while:)") { $0.drop { _ in false } },
    onBroadcaster("prefix") { $0.prefix(.max) },
    onBroadcaster("prefix(while:)") { $0.prefix { _ in true } },
    onBroadcaster("prefix(while:inclusive:)") { $0.prefix(while: { _ in true }, inclusive: true) },
    onEnd("ignoreUpdates") { $0.ignoreUpdates().materialize() },
    onEnd("last") { $0.prepend(0).last() },
    onValueAsEvents("filter") { $0.filter { _ in true } },
    onValueAsEvents("compactMap") { $0.compactMap { $0 } },
    onValueAsEvents("removeDuplicates") { $0.removeDuplicates() },
    onValueAsEvents("removeDuplicates(by:)") { $0.removeDuplicates { _, _ in false } },
    onValueAsEvents("removeDuplicates(by:) a property") { $0.removeDuplicates { _ in Unique() } },
    onValueAsEvents("removeAllDuplicates(by:)") { $0.removeAllDuplicates { _ in Unique() } },
    onValueAsEvents("dropFirst") { $0.dropFirst(0) },
    onValueAsEvents("drop(while:)") { $0.drop { _ in false } },
    onValueAsEvents("prefix") { $0.prefix(.max) },
    onValueAsEvents("prefix(while:)") { $0.prefix { _ in true } },
    onValueAsEvents("prefix(while:inclusive:)") { $0.prefix(while: { _ in true }, inclusive: true) },
  ]
}

/// A property that is different for every update, because a contract may send the same number twice.
private final class Unique: Hashable, Sendable {
  static func == (left: Unique, right: Unique) -> Bool {
    left === right
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
