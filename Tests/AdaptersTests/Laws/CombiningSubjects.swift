import TestSupport
import Tidings

extension Subject {
  static let combining: [Subject] = [
    onBroadcaster("merge") { $0.merge(with: Broadcaster<Int>.empty) },
    onBroadcaster("merge of a collection") { [$0, .empty].merged() },
    onValueAsEvents("merge") { $0.merge(with: Broadcaster<Int>.empty) },
  ]
}
