import TestSupport
import Tidings

extension Subject {
  static let concatenating: [Subject] = [
    onBroadcaster("prepend of updates") { $0.prepend() },
    onBroadcaster("prepend") { $0.prepend(Broadcaster<Int>.empty) },
    onBroadcaster("append of updates") { $0.append() },
    onBroadcaster("append") { $0.append(Broadcaster<Int>.empty) },
    onBroadcaster("concatenation of a collection") { [.empty, $0, .empty].concatenated() },
    onBroadcaster("race") { $0.race(with: Broadcaster<Int>.empty) },
    onBroadcaster("race of a collection") { [.empty, $0, .empty].raced() },
    onBroadcaster("sample on itself") { $0.sample(on: $0) },
    onBroadcaster("collect on itself") { $0.collect(on: $0).concatMap { $0.broadcaster() } },
    onValueAsEvents("prepend of updates") { $0.prepend() },
    onValueAsEvents("prepend") { $0.prepend(Broadcaster<Int>.empty) },
    onValueAsEvents("append of updates") { $0.append() },
    onValueAsEvents("append") { $0.append(Broadcaster<Int>.empty) },
    onValueAsEvents("race") { $0.race(with: Broadcaster<Int>.empty) },
  ]
}
