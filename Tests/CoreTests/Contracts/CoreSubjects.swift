import TestSupport
import Tidings
import TidingsCore

extension Subject {
  static let core: [Subject] = broadcasters + values + combined + tasks

  static let broadcasters: [Subject] = [
    Subject("BroadcastSource") {
      let source = BroadcastSource<Int>()
      return Fixture(source, send: source.send, finish: source.finish)
    },
    Subject("Broadcaster of a source that goes away") {
      let source = BroadcastSource<Int>()
      return fixture(source.broadcaster, holding: source, send: { $0.send($1) })
    },
    Subject("BroadcastSource(replaying: 1)", memory: .latest) {
      let source = BroadcastSource<Int>(replaying: 1)
      return Fixture(source, send: source.send, finish: source.finish)
    },
    Subject("Broadcaster from a start closure", isCold: true) {
      coldBroadcaster { $0.current?.finish() }
    },
    Subject("Broadcaster whose start closure releases its source", isCold: true) {
      coldBroadcaster { $0.letGo() }
    },
    Subject("Broadcaster of any publisher") {
      let source = BroadcastSource<Int>()
      return Fixture(Broadcaster(source), send: source.send, finish: source.finish)
    },
    Subject("Broadcaster.deferred") {
      let source = BroadcastSource<Int>()
      return Fixture(Broadcaster.deferred { source.broadcaster }, send: source.send, finish: source.finish)
    },
    Subject("DeferredPublisher, resolved") {
      let source = BroadcastSource<Int>()
      let late = DeferredPublisher<Int>()
      late.resolve(with: source)
      return Fixture(late, send: source.send, finish: source.finish)
    },
    Subject("a publisher from elsewhere") {
      let source = BroadcastSource<Int>()
      return Fixture(Foreign(source: source), send: source.send, finish: source.finish)
    },
  ]

  static let values: [Subject] = [
    Subject("PublishedProperty", memory: .value(0), isReadable: true) {
      let property = PublishedProperty(0)
      return fixture(value: property.publishedValue, holding: property, send: { $0.value = $1 })
    },
    Subject("PublishedProperty in generic code", memory: .value(0), isReadable: true) {
      let property = generic(0)
      return fixture(value: property.publishedValue, holding: property, send: { $0.value = $1 })
    },
    Subject("PublishedProperty, changed by mutate", memory: .value(0), isReadable: true) {
      let property = PublishedProperty(0)
      return fixture(value: property.publishedValue, holding: property) { property, value in
        property.mutate { $0 = value }
      }
    },
    Subject("PublishedValue from a start closure", memory: .value(0), isCold: true, isReadable: true) {
      let held = Held<PublishedProperty<Int>>()
      let runs = Runs()
      let value = PublishedValue(initial: 0) { property in
        held.hold(property)
        return runs.begin(property, sending: { $0.value = $1 }, stop: { held.letGo() })
      }
      return Fixture(
        value, send: { held.current?.value = $0 }, finish: { held.letGo() }, runs: runs, value: { value.value })
    },
  ]

  static let tasks: [Subject] = [
    Subject("TaskSource", memory: .latest, result: 99) {
      let source = TaskSource<Int, Int, Never>()
      return Fixture(integers(source), send: source.report, finish: { source.succeed(99) })
    },
    Subject("PublishedTask from a start closure", memory: .latest, isCold: true, result: 99) {
      let held = Held<TaskRun<Int, Int, Never>>()
      let runs = Runs()
      let task = PublishedTask<Int, Int, Never>(start: { run in
        held.hold(run)
        return runs.begin(run, sending: { $0.report($1) }, stop: { held.letGo() })
      })
      return Fixture(
        integers(task), send: { held.current?.report($0) }, finish: { held.current?.succeed(99) }, runs: runs)
    },
  ]

  private static func coldBroadcaster(
    finish: @escaping @Sendable (Held<BroadcastSource<Int>>) -> Void
  ) -> Fixture {
    let held = Held<BroadcastSource<Int>>()
    let runs = Runs()
    let broadcaster = Broadcaster<Int> { source in
      held.hold(source)
      return runs.begin(source, sending: { $0.send($1) }, stop: { held.letGo() })
    }
    return Fixture(broadcaster, send: { held.current?.send($0) }, finish: { finish(held) }, runs: runs)
  }

  private static func generic<Value: Sendable>(_ value: Value) -> PublishedProperty<Value> {
    PublishedProperty(value)
  }

  /// A fixture that ends when its source is released.
  private static func fixture<Source: Sendable>(
    _ publisher: some Publisher<Int>, holding source: Source, send: @escaping @Sendable (Source, Int) -> Void
  ) -> Fixture {
    let held = Held(source)
    return Fixture(
      publisher,
      send: { update in if let source = held.current { send(source, update) } },
      finish: { held.letGo() })
  }

  private static func fixture<Source: Sendable>(
    value: PublishedValue<Int>, holding source: Source, send: @escaping @Sendable (Source, Int) -> Void
  ) -> Fixture {
    let held = Held(source)
    return Fixture(
      value,
      send: { update in if let source = held.current { send(source, update) } },
      finish: { held.letGo() },
      value: { value.value })
  }

  private static func integers(
    _ task: some Publisher<TaskUpdate<Int, Int, Never>>
  ) -> Broadcaster<Int> {
    task.map { update in
      switch update {
      case .inProgress(let progress): progress
      case .completed(.success(let value)): value
      }
    }
  }
}

/// A conformance that implements only the public requirement.
private struct Foreign: Publisher {
  let source: BroadcastSource<Int>

  func attach(_ receive: @escaping @Sendable (Int) -> Void, ended: (@Sendable () -> Void)?) -> Subscription {
    source.attach(receive, ended: ended)
  }
}
