import Synchronization
import Tidings

/// The sources of a round, and when something was published on each.
final class Roots: Sendable {
  static let sources = 0..<3
  static let properties = 3..<5
  static let tasks = 5..<6
  static let count = 6
  static let sharedCount = 2

  static func name(of index: Int) -> String {
    switch index {
    case sources: "source\(index)"
    case properties: "property\(index)"
    default: "task\(index)"
    }
  }

  typealias Task = TaskSource<Item, Item, Never>

  /// When a publish call was made, and when it returned; never, if it has not.
  struct Publication: Sendable {
    let called: Int
    var returned = Int.max
  }

  let clock = Clock()
  private let events: [BroadcastSource<Item>]
  private let held: Mutex<[PublishedProperty<Item>]>
  private let values: [PublishedValue<Item>]
  private let task = Task()
  private let published: [PublicationLog]
  private let finishes = Mutex<[Int]>(Array(repeating: Int.max, count: Roots.count))

  init() {
    events = Self.sources.map { _ in BroadcastSource() }
    published = (0..<Self.count).map { _ in PublicationLog() }
    let properties = Self.properties.map { index in
      PublishedProperty(Item(Origin(edge: -1 - index, number: 0), value: index, payload: .init(of: .payloads)))
    }
    values = properties.map(\.publishedValue)
    held = Mutex(properties)
    for index in Self.properties { published[index].addInitial() }
  }

  func publish(_ value: Int, on index: Int, mutating: Bool = false) {
    let number = published[index].call(clock)
    let item = Item(Origin(edge: -1 - index, number: number), value: value, payload: .init(of: .payloads))
    switch index {
    case Self.sources: events[index].send(item)
    case Self.properties:
      guard let property = property(index) else { return }
      if mutating { property.mutate { $0 = item } } else { property.value = item }
    default: task.report(item)
    }
    published[index].returned(from: number, clock)
  }

  private func property(_ index: Int) -> PublishedProperty<Item>? {
    held.withLock { $0.isEmpty ? nil : $0[index - Self.properties.lowerBound] }
  }

  /// Ends a root; a property only by going away, with all of them.
  func finish(_ index: Int) {
    finishes.withLock { $0[index] = min($0[index], clock.tick()) }
    switch index {
    case Self.sources: events[index].finish()
    case Self.properties: break
    default:
      let number = published[index].call(clock)
      task.succeed(
        Item(Origin(edge: -1 - index, number: number), value: number & 0xFFFF, payload: .init(of: .payloads)))
      published[index].returned(from: number, clock)
    }
  }

  func finishAll() {
    for index in 0..<Self.count { finish(index) }
    let properties = held.withLock { held in
      defer { held = [] }
      return held
    }
    _ = consume properties
  }

  func broadcaster(_ index: Int) -> Broadcaster<Item> {
    switch index {
    case Self.sources: events[index].broadcaster
    case Self.properties: Broadcaster(value(index))
    default:
      task.map { update in
        switch update {
        case .inProgress(let item): item
        case .completed(.success(let item)): item
        }
      }
    }
  }

  func value(_ index: Int) -> PublishedValue<Item> {
    values[index - Self.properties.lowerBound]
  }

  func publications(on index: Int) -> [Publication] {
    published[index].all
  }

  func finished(_ index: Int) -> Int {
    finishes.withLock { $0[index] }
  }
}

private final class PublicationLog: Sendable {
  private let calls = Mutex<[Roots.Publication]>([])

  var all: [Roots.Publication] {
    calls.withLock(\.self)
  }

  func addInitial() {
    calls.withLock { $0.append(Roots.Publication(called: 0, returned: 0)) }
  }

  func call(_ clock: Clock) -> Int {
    calls.withLock { calls in
      calls.append(Roots.Publication(called: clock.tick()))
      return calls.count - 1
    }
  }

  func returned(from number: Int, _ clock: Clock) {
    calls.withLock { $0[number].returned = clock.tick() }
  }
}
