import TestSupport
import Tidings
import TidingsCore

extension Subject {
  /// Every operator on every family of publishers. A new operator adds its line to the list of its folder.
  static let operators =
    binding + filtering + mapping + combining + concatenating + flattening + sharing + errors + debugging + timing
    + delaying + scheduling + starting + taskOperators + valueOperators.flatMap(\.self)

  /// Operators that turn a value into a value, on both kinds of values.
  private static let valueOperators =
    mappingOfValues + combiningOfValues + flatteningOfValues + sharingOfValues + debuggingOfValues + schedulingOfValues

  /// An operator on a source of events.
  static func onBroadcaster(
    _ name: String, isShared: Bool = false, memory: Memory = .nothing, keepsSource: Bool = false,
    mergesChanges: Bool = false,
    _ apply: @escaping @Sendable (Broadcaster<Int>) -> some Publisher<Int>
  ) -> Subject {
    Subject("\(name) of a Broadcaster", memory: memory, isShared: isShared, mergesChanges: mergesChanges) { length in
      let source = BroadcastSource<Int>()
      var publisher: any Publisher<Int> = source.broadcaster
      for _ in 0..<length { publisher = apply(Broadcaster(publisher)) }
      return Fixture(
        publisher, send: source.send, finish: source.finish,
        isSourceFollowed: keepsSource ? nil : { @Sendable in source.hasSubscribers })
    }
  }

  /// An operator on a source of events that delivers an update only at the end, which becomes the result.
  ///
  /// The updates of the source are merged with it, and the latest one is replayed as for a task.
  static func onEnd(_ name: String, _ apply: @escaping @Sendable (Broadcaster<Int>) -> some Publisher) -> Subject {
    Subject("\(name) of a Broadcaster", memory: .latest, result: 99, isShared: true) {
      let source = BroadcastSource<Int>()
      let outcome = apply(source.broadcaster).map { _ in 99 }
      return Fixture(
        source.broadcaster.merge(with: outcome).replay(1), send: source.send, finish: source.finish,
        isSourceFollowed: { source.hasSubscribers })
    }
  }

  /// An operator that turns a value into a value, on a published value and on a property.
  static func onValue(
    _ name: String, isShared: Bool = false, mergesChanges: Bool = false,
    _ apply: @escaping @Sendable (any ValuePublisher<Int>) -> PublishedValue<Int>
  ) -> [Subject] {
    [
      Subject(
        "\(name) of a PublishedValue", memory: .value(0), isReadable: true, isShared: isShared,
        mergesChanges: mergesChanges
      ) { length in
        let property = PublishedProperty(0)
        let held = Held(property)
        let value = (0..<length).reduce(property.publishedValue) { value, _ in apply(value) }
        return Fixture(
          value, send: { held.current?.value = $0 }, finish: { held.letGo() },
          isSourceFollowed: { held.current?.hasSubscribers == true }, value: { value.value })
      },
      Subject(
        "\(name) of a PublishedProperty", memory: .value(0), isReadable: true, isShared: isShared,
        mergesChanges: mergesChanges
      ) {
        let property = PublishedProperty(0)
        let held = Held(property)
        let value = apply(property)
        return Fixture(
          value, send: { held.current?.value = $0 }, finish: { held.letGo() },
          isSourceFollowed: { held.current?.hasSubscribers == true }, value: { value.value })
      },
    ]
  }

  /// An operator that turns a value into events that begin with the current value.
  static func onValueAsEvents(
    _ name: String, isShared: Bool = false,
    _ apply: @escaping @Sendable (PublishedValue<Int>) -> some Publisher<Int>
  ) -> Subject {
    Subject("\(name) of a PublishedValue", memory: .value(0), isShared: isShared) {
      let property = PublishedProperty(0)
      let held = Held(property)
      return Fixture(
        apply(property.publishedValue), send: { held.current?.value = $0 }, finish: { held.letGo() },
        isSourceFollowed: { held.current?.hasSubscribers == true })
    }
  }

  /// An operator that turns a task into a task.
  static func onTask(
    _ name: String, isShared: Bool = false,
    _ apply: @escaping @Sendable (PublishedTask<Int, Int, Never>) -> PublishedTask<Int, Int, Never>
  ) -> Subject {
    Subject("\(name) of a PublishedTask", memory: .latest, result: 99, isShared: isShared) { length in
      let source = TaskSource<Int, Int, Never>()
      let task = (0..<length).reduce(source.publishedTask) { task, _ in apply(task) }
      return Fixture(
        integers(task), send: source.report, finish: { source.succeed(99) },
        isSourceFollowed: { source.hasSubscribers })
    }
  }

  static func integers(_ task: PublishedTask<Int, Int, Never>) -> Broadcaster<Int> {
    task.map { (update: TaskUpdate<Int, Int, Never>) -> Int in
      switch update {
      case .inProgress(let progress): progress
      case .completed(.success(let value)): value
      }
    }
  }
}
