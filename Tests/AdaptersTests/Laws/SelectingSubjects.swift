import TestSupport
import Tidings

extension Subject {
  static let selecting: [Subject] = [
    onBroadcaster("filter") { $0.filter { _ in true } },
    onBroadcaster("compactMap") { $0.compactMap { $0 } },
    onBroadcaster("removeDuplicates(by:)") { $0.removeDuplicates { _, _ in false } },
    onBroadcaster("dropFirst") { $0.dropFirst(0) },
    onBroadcaster("drop(while:)") { $0.drop { _ in false } },
    onBroadcaster("prefix") { $0.prefix(.max) },
    onBroadcaster("prefix(while:)") { $0.prefix { _ in true } },
    onValueAsEvents("filter") { $0.filter { _ in true } },
    onValueAsEvents("compactMap") { $0.compactMap { $0 } },
    onValueAsEvents("removeDuplicates") { $0.removeDuplicates() },
    onValueAsEvents("removeDuplicates(by:)") { $0.removeDuplicates { _, _ in false } },
    onValueAsEvents("dropFirst") { $0.dropFirst(0) },
    onValueAsEvents("drop(while:)") { $0.drop { _ in false } },
    onValueAsEvents("prefix") { $0.prefix(.max) },
    onValueAsEvents("prefix(while:)") { $0.prefix { _ in true } },
  ]
}
