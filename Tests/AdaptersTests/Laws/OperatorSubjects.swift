import TestSupport
import Tidings
import TidingsCore

extension Subject {
  /// Every operator on every family it has a face for; a new one adds its line.
  static let operators: [Subject] = [
    onBroadcaster("map") { $0.map { $0 } },
    onBroadcaster("filter") { $0.filter { _ in true } },
    onBroadcaster("compactMap") { $0.compactMap { $0 } },
    onBroadcaster("scan") { $0.scan(0) { $1 } },
    onBroadcaster("withPrevious") { $0.withPrevious().map { $0.current } },
    onBroadcaster("replaceNil") { $0.map { Int?.some($0) }.replaceNil(with: 0) },
    onBroadcaster("removeDuplicates(by:)") { $0.removeDuplicates { _, _ in false } },
    onBroadcaster("dropFirst") { $0.dropFirst(0) },
    onBroadcaster("drop(while:)") { $0.drop { _ in false } },
    onBroadcaster("prefix") { $0.prefix(.max) },
    onBroadcaster("prefix(while:)") { $0.prefix { _ in true } },
    onValue("map") { $0.map { $0 } },
    onValue("replaceNil") { $0.map { Int?.some($0) }.replaceNil(with: 0) },
    onValueAsEvents("filter") { $0.filter { _ in true } },
    onValueAsEvents("compactMap") { $0.compactMap { $0 } },
    onValueAsEvents("scan") { $0.scan(0) { $1 } },
    onValueAsEvents("removeDuplicates") { $0.removeDuplicates() },
    onValueAsEvents("prefix") { $0.prefix(.max) },
    onTask("map") { $0.map { $0 } },
  ]

  private static func onBroadcaster(
    _ name: String, _ apply: @escaping @Sendable (Broadcaster<Int>) -> some Publisher<Int>
  ) -> Subject {
    Subject("\(name) of a Broadcaster") {
      let source = BroadcastSource<Int>()
      return Rig(apply(source.broadcaster), send: source.send, finish: source.finish)
    }
  }

  private static func onValue(
    _ name: String, _ apply: @escaping @Sendable (PublishedValue<Int>) -> PublishedValue<Int>
  ) -> Subject {
    Subject("\(name) of a PublishedValue", memory: .value(0), isReadable: true) {
      let property = PublishedProperty(0)
      let held = Held(property)
      let value = apply(property.publishedValue)
      return Rig(value, send: { held.current?.value = $0 }, finish: { held.letGo() }, value: { value.value })
    }
  }

  private static func onValueAsEvents(
    _ name: String, _ apply: @escaping @Sendable (PublishedValue<Int>) -> some Publisher<Int>
  ) -> Subject {
    Subject("\(name) of a PublishedValue", memory: .value(0)) {
      let property = PublishedProperty(0)
      let held = Held(property)
      return Rig(
        apply(property.publishedValue), send: { held.current?.value = $0 }, finish: { held.letGo() })
    }
  }

  private static func onTask(
    _ name: String,
    _ apply: @escaping @Sendable (PublishedTask<Int, Int, Never>) -> PublishedTask<Int, Int, Never>
  ) -> Subject {
    Subject("\(name) of a PublishedTask", memory: .latest, result: 99) {
      let source = TaskSource<Int, Int, Never>()
      let integers = apply(source.publishedTask).map { (update: TaskUpdate<Int, Int, Never>) -> Int in
        switch update {
        case .inProgress(let progress): progress
        case .completed(.success(let value)): value
        }
      }
      return Rig(integers, send: source.report, finish: { source.succeed(99) })
    }
  }
}
