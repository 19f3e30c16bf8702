import TestSupport
import Tidings

extension Subject {
  static let shaping: [Subject] = [
    onBroadcaster("map") { $0.map { $0 } },
    onBroadcaster("map of a key path") { $0.map(\.self) },
    onBroadcaster("scan") { $0.scan(0) { $1 } },
    onBroadcaster("withPrevious") { $0.withPrevious().map { $0.current } },
    onBroadcaster("replaceNil") { $0.map { Int?.some($0) }.replaceNil(with: 0) },
    onBroadcaster("materialize") { $0.materialize().compactMap(\.updated) },
    onBroadcaster("collect") { $0.collect(1).map { $0[0] } },
    onValue("map") { $0.map { $0 } },
    onValue("map of a key path") { $0.map(\.self) },
    onValue("replaceNil") { $0.map { Int?.some($0) }.replaceNil(with: 0) },
    onValueAsEvents("scan") { $0.scan(0) { $1 } },
    onValueAsEvents("materialize") { $0.materialize().compactMap(\.updated) },
    onValueAsEvents("collect") { $0.collect(1).map { $0[0] } },
    onTask("map") { $0.map { $0 } },
    onTask("map of a key path") { $0.map(\.self) },
  ]
}

extension PublisherEvent {
  fileprivate var updated: Update? {
    if case .update(let update) = self { update } else { nil }
  }
}
