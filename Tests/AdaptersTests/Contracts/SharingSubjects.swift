import TestSupport
import Tidings

extension Subject {
  static let sharing: [Subject] = [
    onBroadcaster("share", isShared: true) { $0.share() },
    onBroadcaster("broadcaster()") { $0.broadcaster() },
    onBroadcaster("replay(0)", isShared: true) { $0.replay(0) },
    onBroadcaster("replay(1)", isShared: true, memory: .latest) { $0.replay(1) },
    onBroadcaster("replay(1), keeping,", isShared: true, memory: .latest, keepsSource: true) {
      $0.replay(1, whenUnused: .keeping)
    },
    onBroadcaster("publishedValue(initial:)", isShared: true, memory: .value(0)) { $0.publishedValue(initial: 0) },
    onBroadcaster("publishedValue(initial:) in generic code", isShared: true, memory: .value(0)) {
      asValue($0, initial: 0)
    },
    onBroadcaster("publishedValue(initial:), keeping,", isShared: true, memory: .value(0), keepsSource: true) {
      $0.publishedValue(initial: 0, whenUnused: .keeping)
    },
    onColdBroadcaster("share") { $0.share() },
    onColdBroadcaster("replay(1)", memory: .latest) { $0.replay(1) },
    onColdValue("publishedValue(initial:) of a Broadcaster") { $0.publishedValue(initial: 0) },
    onValueAsEvents("publishedValue(initial:)", isShared: true) { $0.publishedValue(initial: 0) },
    Subject(
      "share of a PublishedValue from a start closure", memory: .value(0), isCold: true, isReadable: true,
      isShared: true
    ) {
      let held = Held<PublishedProperty<Int>>()
      let runs = Runs()
      let value = PublishedValue(initial: 0) { property in
        held.hold(property)
        return runs.begin(property, sending: { $0.value = $1 }, stop: { held.letGo() })
      }.share()
      return Fixture(
        value, send: { held.current?.value = $0 }, finish: { held.letGo() }, runs: runs, value: { value.value })
    },
  ]

  static let sharingOfValues = [
    onValue("share", isShared: true) { $0.share() },
    onValue("map and share", isShared: true) { $0.map { $0 }.share() },
  ]

  /// An operator on events that start with the first subscriber.
  private static func onColdBroadcaster(
    _ name: String, memory: Memory = .nothing,
    _ apply: @escaping @Sendable (Broadcaster<Int>) -> some Publisher<Int>
  ) -> Subject {
    Subject("\(name) of a Broadcaster from a start closure", memory: memory, isCold: true, isShared: true) {
      let cold = Cold()
      return Fixture(apply(cold.broadcaster), send: cold.send, finish: cold.finish, runs: cold.runs)
    }
  }

  /// An operator that turns events that start with the first subscriber into a value.
  private static func onColdValue(
    _ name: String, _ apply: @escaping @Sendable (Broadcaster<Int>) -> PublishedValue<Int>
  ) -> Subject {
    Subject("\(name) from a start closure", memory: .value(0), isCold: true, isReadable: true, isShared: true) {
      let cold = Cold()
      let value = apply(cold.broadcaster)
      return Fixture(value, send: cold.send, finish: cold.finish, runs: cold.runs, value: { value.value })
    }
  }

  private static func asValue<Update: Sendable>(
    _ publisher: some Publisher<Update>, initial: Update
  ) -> PublishedValue<Update> {
    publisher.publishedValue(initial: initial)
  }
}

/// Events that start with their first subscriber.
private struct Cold: Sendable {
  let runs = Runs()
  private let held = Held<BroadcastSource<Int>>()

  var broadcaster: Broadcaster<Int> {
    Broadcaster { source in
      held.hold(source)
      return runs.begin(source, sending: { $0.send($1) }, stop: { held.letGo() })
    }
  }

  func send(_ update: Int) {
    held.current?.send(update)
  }

  func finish() {
    held.current?.finish()
  }
}
