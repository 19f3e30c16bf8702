import TestSupport
import Tidings
import TidingsCore

extension Subject {
  /// Bindings do not forward the end of their source, so the fixture does.
  static let binding: [Subject] = [
    onBroadcaster("forward(to:)", isShared: true) { source in
      Broadcaster { target in
        let token = source.forward(to: target)
        token.whenEnded(isolation: nil) { [weak target] in target?.finish() }
        return token
      }
    },
    onBroadcaster("bind(to:)", isShared: true, memory: .value(0)) { source in
      PublishedValue(initial: 0) { property in
        let token = source.bind(to: property)
        token.whenEnded(isolation: nil) { [weak property] in property?.finish() }
        return token
      }
    },
  ]
}
