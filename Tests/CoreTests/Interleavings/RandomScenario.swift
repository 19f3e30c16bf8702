import TestSupport

extension Scenario {
  /// A source of any kind, three threads and three subscribers that do anything with it.
  static func random(by random: inout SplitMix64) -> Scenario {
    var maker = RandomScenario(random: random)
    defer { random = maker.random }
    return maker.scenario()
  }
}

/// Makes scenarios up.
private struct RandomScenario {
  var random: SplitMix64
  private var source = Scenario.Source.events()
  private var handlers = 0
  private var lastUpdate = 0
  /// Known once closures are made up: nothing reacts to what they publish, or it would never end.
  private var lastWithReaction: Int?
  /// Who has not been told to subscribe; no two may tell the same, as no token is subscribed twice.
  private var outside = [0, 1, 2, 3]

  init(random: SplitMix64) { self.random = random }

  mutating func scenario() -> Scenario {
    let sources: [Scenario.Source] = [
      .events(), .events(replaying: 2), .value(0), .coldEvents, .coldValue(0), .task,
    ]
    source = pick(sources)
    let setup = isLucky(2) ? [subscribe()] : []
    let threads = (0..<3).map { _ in (0..<number(1...3)).map { _ in call() } }
    let known = lastUpdate
    lastWithReaction = known
    let subscribers = (0...3).map { subscriber in
      var reactions: [Int: [Call]] = [:]
      if isLucky(3), known > 0 { reactions[number(0...known)] = [isLucky(3) ? .end(subscriber) : call()] }
      return Scenario.Subscriber(reactions: reactions)
    }
    let start = source.isCold && isLucky(2) ? [started()] : []
    let stop = source.isCold && isLucky(4) ? [call()] : []
    return Scenario(
      name: "made up", source: source, helpLimit: pick([1, 2, 16]), subscribers: subscribers, handlers: handlers,
      setup: setup, threads: threads, start: start, stop: stop)
  }

  private mutating func call() -> Call {
    switch number(0...11) {
    case 0, 1: subscribe()
    case 2, 3: .invalidate(number(0...3))
    case 4: ending()
    case 5: whenEnded()
    case 6 where isLucky(3): .removeAllSubscribers
    default: publication()
    }
  }

  private mutating func started() -> Call {
    isLucky(2) ? .spawn([publication(), publication()]) : publication()
  }

  private mutating func subscribe() -> Call {
    guard let subscriber = outside.popLast() else { return publication() }
    return source.joinsAfterStart && isLucky(2) ? .subscribeIfUp(subscriber) : .subscribe(subscriber)
  }

  private mutating func whenEnded() -> Call {
    handlers += 1
    return .whenEnded(handler: handlers - 1, of: number(0...3))
  }

  private mutating func ending() -> Call {
    guard isLucky(2) else { return publication() }
    return source == .task ? .complete(newUpdate()) : .finish
  }

  private mutating func publication() -> Call {
    guard source.isValue else { return .publish(newUpdate()) }
    switch number(0...2) {
    case 0: return .set(newUpdate())
    case 1: return .replace(newUpdate())
    default: return .add(100)
    }
  }

  private mutating func newUpdate() -> Int {
    // Of a value, now and then one that it has had before.
    if source.isValue, lastWithReaction == nil, lastUpdate > 0, isLucky(3) { return number(0...lastUpdate) }
    lastUpdate += 1
    return lastUpdate
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(0...elements.count - 1)] }
  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  /// One time in so many.
  private mutating func isLucky(_ odds: Int) -> Bool { number(1...odds) == 1 }
}
