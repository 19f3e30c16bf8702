import TestSupport
import Tidings

extension Subject {
  static let combining: [Subject] = [
    onBroadcaster("merge") { $0.merge(with: Broadcaster<Int>.empty) },
    onBroadcaster("merge of a collection") { [$0, .empty].merged() },
    onValueAsEvents("merge") { $0.merge(with: Broadcaster<Int>.empty) },
    onBroadcaster("combineLatest") { $0.combineLatest(Broadcaster.just("a")).map { update, _ in update } },
    onBroadcaster("combineLatest of three") {
      $0.combineLatest(Broadcaster.just("a"), Broadcaster.just(true)) { update, _, _ in update }
    },
    onBroadcaster("combineLatest of a collection") { [$0, .just(1)].combinedLatest().map { $0[0] } },
    onValueAsEvents("combineLatest with events") { $0.combineLatest(Broadcaster.just("a")) { value, _ in value } },
    onPaired("zip") { source, partner in partner.zip(source).map { _, update in update } },
    onPaired("zip with a closure") { source, partner in partner.zip(source) { $1 } },
    onPaired("zip of three") { source, partner in partner.zip(partner, source).map { _, _, update in update } },
    onPaired("zip of three with a closure") { source, partner in partner.zip(partner, source) { $2 } },
    onPaired("zip of a collection") { source, partner in [partner, source].zipped().map { $0[1] } },
    onBroadcaster("withLatest(from:)") { $0.withLatest(from: Broadcaster.just("a")).map { update, _ in update } },
    onBroadcaster("withLatest(from:) with a closure") {
      $0.withLatest(from: Broadcaster.just("a")) { update, _ in update }
    },
    onBroadcaster("withLatest(from:) of two with a closure") {
      $0.withLatest(from: Broadcaster.just("a"), Broadcaster.just(true)) { update, _, _ in update }
    },
    onBroadcaster("withLatest(from:) of two") {
      $0.withLatest(from: Broadcaster.just("a"), Broadcaster.just(true)).map { update, _, _ in update }
    },
    onBroadcaster("withLatest(from:) of a collection") { $0.withLatest(from: [Broadcaster.just(1)]).map { $0.0 } },
    onValueAsEvents("withLatest(from:)") { $0.withLatest(from: Broadcaster.just("a")).map { update, _ in update } },
    onValueAsEvents("withLatest(from:) with a closure") {
      $0.withLatest(from: Broadcaster.just("a")) { update, _ in update }
    },
    onBroadcaster("gate(by:)") { $0.gate(by: PublishedValue(constant: true)) },
    onValueAsEvents("gate(by:)") { $0.gate(by: PublishedValue(constant: true)) },
    onBroadcaster("prefix(until:)") { $0.prefix(until: Broadcaster<Int>.never) },
    onValueAsEvents("prefix(until:)") { $0.prefix(until: Broadcaster<Int>.empty) },
    onBroadcaster("drop(until:)") { $0.drop(until: PublishedValue(constant: 0)) },
    onValueAsEvents("drop(until:)") { $0.drop(until: PublishedValue(constant: 0)) },
  ]

  static let combiningOfValues = [
    onValue("combineLatest") { $0.combineLatest(PublishedValue(constant: "a")) { value, _ in value } },
    onValue("combineLatest of three") {
      $0.combineLatest(PublishedValue(constant: "a"), PublishedValue(constant: true)) { value, _, _ in value }
    },
    onValue("combineLatest of a collection") {
      [$0.publishedValue, PublishedValue(constant: 1)].combinedLatest().map { $0[0] }
    },
  ]

  /// An operator on a source of events and another source that sends after it.
  ///
  /// The operator subscribes to the other source first, so each update finds its partner.
  private static func onPaired(
    _ name: String, _ apply: @escaping @Sendable (Broadcaster<Int>, Broadcaster<Int>) -> some Publisher<Int>
  ) -> Subject {
    Subject("\(name) of a Broadcaster") {
      let source = BroadcastSource<Int>()
      let partner = BroadcastSource<Int>()
      return Fixture(
        apply(source.broadcaster, partner.broadcaster),
        send: { update in
          source.send(update)
          partner.send(0)
        }, finish: source.finish)
    }
  }
}
