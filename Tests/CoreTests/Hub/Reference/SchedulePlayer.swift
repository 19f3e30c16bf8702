import TestSupport
import TidingsCore

/// Plays a schedule on a hub of one of the engines and records the history.
final class SchedulePlayer<Played: PlayedHub>: Sendable {
  private struct State: Sendable {
    var events: [ReferenceEvent] = []
    var played: Set<ReferenceSchedule.Place> = []
    var subscribed: Set<Int> = []
    var updates: [Int: Int] = [:]
    var tokens = [Played.Token?](repeating: nil, count: ReferenceSchedule.mostSubscribers)
    var slots: [Int: Played.Slot] = [:]
    var run = 1
    var isMutating = false
    var lost: Set<Int> = []
  }

  private let schedule: ReferenceSchedule
  private let state = Locked(State())
  private let hub = Locked<Played?>(nil)

  static func history(of schedule: ReferenceSchedule) -> [ReferenceEvent] {
    let player = SchedulePlayer(schedule)
    player.play()
    defer { player.letGoOfAll() }
    return player.state.withLock { $0.events }
  }

  /// What has subscribed when all others left is held here, and holds the player.
  private func letGoOfAll() {
    let left = state.withLock { state in
      defer { state = State() }
      return state
    }
    withExtendedLifetime(left) {}
  }

  private init(_ schedule: ReferenceSchedule) {
    self.schedule = schedule
  }

  private func play() {
    makeHub()
    for operation in schedule.lists[.main, default: []] { performAlone(operation) }
    record(.end)
    for number in state.withLock({ $0.subscribed.sorted() }) { performAlone(.letGo(number)) }
    let slots = state.withLock { state in
      defer { state.slots = [:] }
      return state.slots
    }
    withExtendedLifetime(slots) {}
    let left = hub.withLock { hub in
      defer { hub = nil }
      return hub
    }
    withExtendedLifetime(left) {}
  }

  private func performAlone(_ operation: ReferenceSchedule.Operation) {
    perform(operation, in: nil)
    state.withLock { $0.events.append(.lost($0.lost)) }
  }

  private func makeHub() {
    let mark = runMark(0)
    let hub = Played.made(schedule.kind) { [self] run in
      withExtendedLifetime(mark) { start(run) }
    }
    self.hub.withLock { $0 = hub }
  }

  private func start(_ run: Int) -> @Sendable () -> Void {
    record(.start(run))
    state.withLock { $0.run = run }
    perform(.start(run), in: run)
    record(.started(run))
    let mark = runMark(run)
    return { [self] in
      withExtendedLifetime(mark) {
        record(.stop(run))
        perform(.stop(run), in: run)
        record(.stopped(run))
      }
    }
  }

  private func record(_ event: ReferenceEvent) {
    state.withLock { $0.events.append(event) }
  }

  private func runMark(_ run: Int) -> ReleaseMark {
    ReleaseMark { [self] in state.withLock { _ = $0.lost.insert(run) } }
  }

  /// Performs what is to be done at a place, the first time.
  private func perform(_ place: ReferenceSchedule.Place, in run: Int?) {
    guard let operations = schedule.lists[place], state.withLock({ $0.played.insert(place).inserted }) else { return }
    for operation in operations { perform(operation, in: run) }
  }

  /// - Parameter run: The run that does it; else the latest.
  private func perform(_ operation: ReferenceSchedule.Operation, in run: Int?) {
    guard let hub = hub.withLock({ $0 }) else { return }
    let run = run ?? state.withLock { $0.run }
    switch operation {
    case .publish(let update): hub.send(update, in: run)
    case .set(let value): if !isMutating { hub.set(value, in: run) }
    case .mutate(let amount, let number): mutate(hub, by: amount, number, in: run)
    case .add(let amount): hub.add(amount, in: run)
    case .finish: hub.finish(nil, in: run)
    case .complete(let result): hub.finish(result, in: run)
    case .subscribe(let number): subscribe(number, to: hub)
    case .subscribeIfUp(let number): subscribe(number, to: hub, ifUp: true)
    case .invalidate(let number): if let token = token(number) { Played.invalidate(token) }
    case .endFromInside(let number): if let slot = state.withLock({ $0.slots[number] }) { Played.end(slot) }
    case .removeAll: hub.removeAll()
    case .whenEnded(let number, let handler): addEndHandler(handler, to: number)
    case .letGo(let number): letGo(number)
    }
    let tokens = state.withLock { $0.tokens }
    let active = tokens.indices.filter { tokens[$0].map(Played.isActive) ?? false }
    let value = schedule.kind.isValue ? hub.played : nil
    record(.did(operation, active: active, hasSubscribers: hub.hasSubscribers, value: value))
  }

  /// A write inside a write would trap.
  private var isMutating: Bool { state.withLock { $0.isMutating } }

  private func mutate(_ hub: Played, by amount: Int, _ number: Int, in run: Int) {
    guard !isMutating else { return }
    hub.change(in: run, unlessSame: true) { value in
      state.withLock { $0.isMutating = true }
      record(.mutates(value, number: number))
      perform(.mutation(number), in: run)
      value += amount
      state.withLock { $0.isMutating = false }
    }
  }

  private func token(_ number: Int) -> Played.Token? {
    state.withLock { $0.tokens[number] }
  }

  private func subscribe(_ number: Int, to hub: Played, ifUp: Bool = false) {
    guard state.withLock({ $0.subscribed.insert(number).inserted }) else { return }
    let slot = Played.makeSlot()
    state.withLock { $0.slots[number] = slot }
    guard let token = makeToken(number, of: hub, slot, ifUp: ifUp) else { return record(.tooEarly(number)) }
    state.withLock { $0.tokens[number] = token }
  }

  /// Holds the closure until it returns, since it is also an argument until then.
  private func makeToken(_ number: Int, of hub: Played, _ slot: Played.Slot, ifUp: Bool) -> Played.Token? {
    let mark = ReleaseMark { [self] in record(.released(number)) }
    return withExtendedLifetime(mark) {
      hub.subscribe(into: slot, ifUp: ifUp) { [self] update in
        withExtendedLifetime(mark) { receive(update, number) }
      }
    }
  }

  private func receive(_ update: Int, _ number: Int) {
    let count = state.withLock { state in
      state.events.append(.gets(number, update: update))
      state.updates[number, default: 0] += 1
      return state.updates[number, default: 0]
    }
    perform(.reaction(number, update: count), in: nil)
    record(.returns(number))
  }

  private func addEndHandler(_ handler: Int, to number: Int) {
    guard let token = token(number) else { return }
    Played.addEndHandler(
      { [self] in
        record(.handler(handler))
        perform(.handler(handler), in: nil)
        record(.handled(handler))
      }, to: token)
  }

  private func letGo(_ number: Int) {
    let token = state.withLock { state in
      defer { state.tokens[number] = nil }
      return state.tokens[number]
    }
    withExtendedLifetime(token) {}
  }
}
