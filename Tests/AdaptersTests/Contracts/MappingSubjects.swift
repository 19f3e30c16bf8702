import TestSupport
import Tidings

extension Subject {
  static let mapping: [Subject] = [
    onBroadcaster("map") { $0.map { $0 } },
    onBroadcaster("map of a key path") { $0.map(\.self) },
    onBroadcaster("tryMap") { $0.tryMap { $0 }.compactMap { try? $0.get() } },
    onBroadcaster("scan") { $0.scan(0) { $1 } },
    onBroadcaster("scan(into:)") { $0.scan(into: 0) { $0 = $1 } },
    onBroadcaster("scanMap(into:)") { $0.scanMap(into: 0) { $1 } },
    onBroadcaster("withPrevious") { $0.withPrevious().map { $0.current } },
    onBroadcaster("replaceNil") { $0.map { Int?.some($0) }.replaceNil(with: 0) },
    onBroadcaster("materialize") { $0.materialize().compactMap(\.updated) },
    onBroadcaster("dematerialize") { $0.materialize().dematerialize() },
    onBroadcaster("replaceEmpty") { $0.prepend(-1).replaceEmpty(with: 0).dropFirst() },
    onBroadcaster("collect") { $0.collect(1).map { $0[0] } },
    onEnd("reduce") { $0.reduce(0, +) },
    onEnd("contains") { $0.contains { _ in false } },
    onEnd("allSatisfy") { $0.allSatisfy { _ in true } },
    onValueAsEvents("scan") { $0.scan(0) { $1 } },
    onValueAsEvents("scan(into:)") { $0.scan(into: 0) { $0 = $1 } },
    onValueAsEvents("scanMap(into:)") { $0.scanMap(into: 0) { $1 } },
    onValueAsEvents("withPrevious") { $0.withPrevious().map { $0.current } },
    onValueAsEvents("materialize") { $0.materialize().compactMap(\.updated) },
    onValueAsEvents("dematerialize") { $0.materialize().dematerialize() },
    onValueAsEvents("replaceEmpty") { $0.replaceEmpty(with: -1) },
    onValueAsEvents("collect") { $0.collect(1).map { $0[0] } },
    onChangesOfValue("changes") { $0.changes.map(\.new) },
    onTask("map") { $0.map { $0 } },
    onTask("map of a key path") { $0.map(\.self) },
  ]

  static let mappingOfValues = [
    onValue("map") { $0.map { $0 } },
    onValue("map of a key path") { $0.map(\.self) },
    onValue("tryMap") { $0.tryMap { $0 }.map { (try? $0.get()) ?? -1 } },
    onValue("replaceNil") { $0.map { Int?.some($0) }.replaceNil(with: 0) },
  ]

  /// An operator that turns a value into events, without the current value.
  private static func onChangesOfValue(
    _ name: String, _ apply: @escaping @Sendable (PublishedValue<Int>) -> some Publisher<Int>
  ) -> Subject {
    Subject("\(name) of a PublishedValue") {
      let property = PublishedProperty(0)
      let held = Held(property)
      return Fixture(apply(property.publishedValue), send: { held.current?.value = $0 }, finish: { held.letGo() })
    }
  }
}

extension PublisherEvent {
  fileprivate var updated: Update? {
    if case .update(let update) = self { update } else { nil }
  }
}
