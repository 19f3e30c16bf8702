public import Tidings

/// The events of a few sources and the cancellation, in order.
public struct Schedule: Sendable, Hashable, CustomStringConvertible {
  public enum Event: Sendable, Hashable {
    case send(Int, from: Int)
    case end(Int)
    case leave
  }

  public var events: [Event]

  public init(_ events: [Event]) {
    self.events = events
  }

  /// For example `a3 b1 a| leave`: source a sends 3, b sends 1, a ends, the subscriber cancels.
  public var description: String {
    if events.isEmpty { return "nothing" }
    return events.map { event in
      switch event {
      case .send(let update, let source): "\(Self.name(of: source))\(update)"
      case .end(let source): "\(Self.name(of: source))|"
      case .leave: "leave"
      }
    }.joined(separator: " ")
  }

  private static func name(of source: Int) -> Character {
    Character(UnicodeScalar(UInt8(ascii: "a") + UInt8(source)))
  }

  /// The events that have an effect. Events after the cancellation and events of an ended source have none.
  public var effective: [Event] {
    var ended: Set<Int> = []
    var effective: [Event] = []
    for event in events {
      switch event {
      case .leave: return effective
      case .end(let source): if ended.insert(source).inserted { effective.append(event) }
      case .send(_, let source): if !ended.contains(source) { effective.append(event) }
      }
    }
    return effective
  }
}

extension Generator where Case == Schedule {
  /// Schedules of this number of sources, most of which end at some point.
  public static func schedules(of sources: Int, upTo count: Int = 14) -> Generator {
    let numbers = Generator<Int>.integers(0...9)
    let events = Generator<Schedule.Event>({ random in
      let source = Int.random(in: 0..<sources, using: &random)
      return switch Int.random(in: 0..<24, using: &random) {
      case 0: .leave
      case 1...3: .end(source)
      default: .send(numbers.make(&random), from: source)
      }
    }) { event in
      guard case .send(let update, let source) = event else { return [] }
      return numbers.simpler(update).map { .send($0, from: source) }
    }
    let lists = events.list(upTo: count)
    return Generator({ Schedule(lists.make(&$0)) }) { schedule in lists.simpler(schedule.events).map { Schedule($0) } }
  }
}

extension Schedule {
  /// Plays the schedule on sources, and returns the deliveries of the operator to each of two subscribers. `|` is the
  /// end.
  public func play<Output: Sendable>(
    on count: Int = 1, _ make: ([BroadcastSource<Int>]) -> some Publisher<Output>
  ) -> [String] {
    let sources = (0..<count).map { _ in BroadcastSource<Int>() }
    return play(to: make(sources)) {
      sources[$1].send($0)
    } end: {
      sources[$0].finish()
    } isFollowed: {
      sources.contains(where: \.hasSubscribers)
    }
  }

  /// Plays the schedule on values that are zero at first. A value ends when its property is released.
  public func play<Output: Sendable>(
    onValues count: Int, _ make: ([PublishedValue<Int>]) -> some Publisher<Output>
  ) -> [String] {
    let properties = (0..<count).map { _ in Held(PublishedProperty(0)) }
    return play(to: make(properties.compactMap { $0.current?.publishedValue })) {
      properties[$1].current?.value = $0
    } end: {
      properties[$0].letGo()
    } isFollowed: {
      properties.contains { $0.current?.hasSubscribers == true }
    }
  }

  private func play<Output: Sendable>(
    to publisher: some Publisher<Output>, send: (Int, Int) -> Void, end: (Int) -> Void, isFollowed: () -> Bool
  ) -> [String] {
    let histories = [History<String>(), History<String>()]
    let subscriptions = histories.map { history in
      publisher.attach { history.record("\($0)") }.whenEnded(isolation: nil) { history.record("|") }
    }
    for event in events {
      switch event {
      case .send(let update, let source): send(update, source)
      case .end(let source): end(source)
      case .leave: subscriptions.invalidateAll()
      }
      if !subscriptions.contains(where: \.isActive), isFollowed() {
        return histories[0].events + ["still subscribed to a source"]
      }
    }
    let deliveries = withExtendedLifetime(subscriptions) { histories.map(\.events) }
    return deliveries[0] == deliveries[1]
      ? deliveries[0] : deliveries[0] + ["but the other subscriber:"] + deliveries[1]
  }
}
