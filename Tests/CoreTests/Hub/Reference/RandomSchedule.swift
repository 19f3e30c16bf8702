import TestSupport

extension ReferenceSchedule {
  /// Anything that can be done with a hub of some kind.
  static func random(seed: UInt64) -> ReferenceSchedule {
    var maker = RandomSchedule(random: SplitMix64(seed: seed))
    return maker.schedule()
  }
}

/// Makes schedules up.
private struct RandomSchedule {
  private var random: SplitMix64
  private var kind = ReferenceSchedule.Kind.events
  private var subscribers = 0
  private var nextSubscriber = 0
  private var handlers = 0
  private var mutations = 0
  private var updates = 0

  init(random: SplitMix64) { self.random = random }

  mutating func schedule() -> ReferenceSchedule {
    kind = ReferenceSchedule.Kind.allCases.randomElement(using: &random)!
    subscribers = number(2...ReferenceSchedule.mostSubscribers)
    var lists: [ReferenceSchedule.Place: [ReferenceSchedule.Operation]] = [:]
    lists[.main] = [subscription()] + operations(6...20)
    for subscriber in 0..<subscribers {
      for update in 1...4 where isLucky(3) {
        lists[.reaction(subscriber, update: update)] = operations(1...3, in: subscriber)
      }
    }
    for run in 1...3 where kind.rules.isCold {
      if !isLucky(3) { lists[.start(run)] = operations(1...3) }
      if isLucky(3) { lists[.stop(run)] = operations(1...3) }
    }
    for handler in 0..<handlers where isLucky(2) { lists[.handler(handler)] = operations(1...2) }
    for mutation in 0..<mutations where isLucky(2) { lists[.mutation(mutation)] = operations(1...2) }
    return ReferenceSchedule(kind: kind, lists: lists)
  }

  private mutating func operations(
    _ count: ClosedRange<Int>, in subscriber: Int? = nil
  ) -> [ReferenceSchedule.Operation] {
    (0..<number(count)).map { _ in operation(in: subscriber) }
  }

  private mutating func operation(in subscriber: Int?) -> ReferenceSchedule.Operation {
    switch number(0...29) {
    case 0...6: subscription()
    case 7...8: .invalidate(anyone())
    case 9...10: .endFromInside(isLucky(2) ? subscriber ?? anyone() : anyone())
    case 11...13: whenEnded()
    case 14: .letGo(anyone())
    case 15 where isLucky(2): .removeAll
    case 16 where isLucky(2): isLucky(2) ? .finish : .complete(update())
    default: publication()
    }
  }

  /// Most often of somebody new.
  private mutating func subscription() -> ReferenceSchedule.Operation {
    let subscriber = isLucky(3) ? anyone() : nextSubscriber
    nextSubscriber = (nextSubscriber + 1) % subscribers
    return kind == .coldValue && isLucky(3) ? .subscribeIfUp(subscriber) : .subscribe(subscriber)
  }

  private mutating func whenEnded() -> ReferenceSchedule.Operation {
    handlers += 1
    return .whenEnded(anyone(), handler: handlers - 1)
  }

  private mutating func publication() -> ReferenceSchedule.Operation {
    guard kind.isValue else { return .publish(update()) }
    switch number(0...6) {
    case 0: return .publish(update())
    case 1...3: return .set(isLucky(2) ? number(0...3) : update())
    case 4: return .add(number(1...3))
    default:
      mutations += 1
      return .mutate(number(0...2), number: mutations - 1)
    }
  }

  private mutating func update() -> Int {
    updates += 1
    return updates
  }

  private mutating func anyone() -> Int { number(0...subscribers - 1) }
  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  /// One time in so many.
  private mutating func isLucky(_ odds: Int) -> Bool { number(1...odds) == 1 }
}
