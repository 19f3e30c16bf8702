import TestSupport
import Tidings

extension Subject {
  static let shaping: [Subject] = [
    onBroadcaster("map") { $0.map { $0 } },
    onBroadcaster("map of a key path") { $0.map(\.self) },
    onBroadcaster("scan") { $0.scan(0) { $1 } },
    onBroadcaster("withPrevious") { $0.withPrevious().map { $0.current } },
    onBroadcaster("replaceNil") { $0.map { Int?.some($0) }.replaceNil(with: 0) },
    onValue("map") { $0.map { $0 } },
    onValue("map of a key path") { $0.map(\.self) },
    onValue("replaceNil") { $0.map { Int?.some($0) }.replaceNil(with: 0) },
    onValueAsEvents("scan") { $0.scan(0) { $1 } },
    onTask("map") { $0.map { $0 } },
    onTask("map of a key path") { $0.map(\.self) },
  ]
}
