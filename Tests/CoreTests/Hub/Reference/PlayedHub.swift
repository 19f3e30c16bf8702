import TidingsCore

/// A hub of either engine, as far as a ``ReferenceSchedule`` plays on it.
protocol PlayedHub: AnyObject, Sendable {
  associatedtype Token: AnyObject & Sendable
  associatedtype Slot: AnyObject & Sendable

  static func made(_ kind: ReferenceSchedule.Kind, start: @escaping @Sendable (Int) -> @Sendable () -> Void) -> Self
  static func makeSlot() -> Slot
  static func end(_ slot: Slot)
  static func isActive(_ token: Token) -> Bool
  static func invalidate(_ token: Token)
  static func addEndHandler(_ handler: @escaping @Sendable () -> Void, to token: Token)

  var hasSubscribers: Bool { get }
  var played: Int { get }
  func send(_ update: Int, in run: Int)
  func finish(_ result: Int?, in run: Int)
  func set(_ value: Int, in run: Int)
  func change(in run: Int, unlessSame: Bool, _ change: (inout Int) -> Void)
  func add(_ amount: Int, in run: Int)
  func subscribe(into slot: Slot, ifUp: Bool, _ receive: @escaping @Sendable (Int) -> Void) -> Token?
  func removeAll()
}

extension Hub: PlayedHub where Update == Int {
  static func made(
    _ kind: ReferenceSchedule.Kind, start: @escaping @Sendable (Int) -> @Sendable () -> Void
  ) -> Hub<Int> {
    let rules = kind.rules
    guard rules.isCold else { return Hub(remembering: rules.limit, initial: rules.initial) }
    return Hub(remembering: rules.limit, initial: rules.initial, keepsMemory: rules.keepsMemory) { _, run in
      Subscription(onInvalidate: start(Int(run)))
    }
  }

  static func makeSlot() -> SubscriptionSlot { SubscriptionSlot() }
  static func end(_ slot: SubscriptionSlot) { slot.end() }
  static func isActive(_ token: Subscription) -> Bool { token.isActive }
  static func invalidate(_ token: Subscription) { token.invalidate() }
  static func addEndHandler(_ handler: @escaping @Sendable () -> Void, to token: Subscription) {
    token.addEndHandler(EndHandler(handler))
  }

  var played: Int { value }
  func send(_ update: Int, in run: Int) { publish(update, in: UInt(run)) }
  func finish(_ result: Int?, in run: Int) {
    if let result { complete(with: result, in: UInt(run)) } else { finish(in: UInt(run)) }
  }
  func set(_ value: Int, in run: Int) { set(value, in: UInt(run), sameness: .equatable()) }
  func change(in run: Int, unlessSame: Bool, _ change: (inout Int) -> Void) {
    write(in: UInt(run), isSame: { unlessSame && $0 == $1 }, change)
  }
  func add(_ amount: Int, in run: Int) {
    modify(in: UInt(run)) { value -> Int? in
      defer { value += amount }
      return value
    }
  }
  func subscribe(
    into slot: SubscriptionSlot, ifUp: Bool, _ receive: @escaping @Sendable (Int) -> Void
  ) -> Subscription? {
    ifUp ? joinIfUp(into: slot, receive) : join(into: slot, receive)
  }
  func removeAll() { invalidateAll() }
}

extension ReferenceHub: PlayedHub where Update == Int {
  static func made(
    _ kind: ReferenceSchedule.Kind, start: @escaping @Sendable (Int) -> @Sendable () -> Void
  ) -> ReferenceHub<Int> {
    guard kind.rules.isCold else { return ReferenceHub(kind.rules) }
    return ReferenceHub(kind.rules) { _, run in start(run) }
  }

  static func makeSlot() -> ReferenceSlot<Int> { ReferenceSlot() }
  static func end(_ slot: ReferenceSlot<Int>) { slot.end() }
  static func isActive(_ token: ReferenceToken<Int>) -> Bool { token.hub.isActive(token.id) }
  static func invalidate(_ token: ReferenceToken<Int>) { token.hub.invalidate(token.id) }
  static func addEndHandler(_ handler: @escaping @Sendable () -> Void, to token: ReferenceToken<Int>) {
    token.hub.addEndHandler(handler, to: token.id)
  }

  var played: Int { value! }
  func send(_ update: Int, in run: Int) { publish(update, in: run) }
  func finish(_ result: Int?, in run: Int) { finish(with: result, in: run) }
  func set(_ value: Int, in run: Int) { mutate(in: run, isSame: ==) { $0 = value } }
  func change(in run: Int, unlessSame: Bool, _ change: (inout Int) -> Void) {
    mutate(in: run, isSame: { unlessSame && $0 == $1 }, change)
  }
  func add(_ amount: Int, in run: Int) { mutate(in: run, isSame: { _, _ in false }) { $0 += amount } }
  func subscribe(
    into slot: ReferenceSlot<Int>, ifUp: Bool, _ receive: @escaping @Sendable (Int) -> Void
  ) -> ReferenceToken<Int>? {
    ifUp ? joinIfUp(into: slot, receive) : join(into: slot, receive)
  }
  func removeAll() { invalidateAll() }
}
