import TidingsCore

/// The simple engine: one lock around a plain value, each update with a list of those it is for.
///
/// It has the verbs of `Hub` and keeps the same contracts, but for the bound on help (P11): whoever delivers stays until
/// nothing is left. It is written to be obviously right and shares nothing with what it is compared with.
final class ReferenceHub<Update: Sendable>: Sendable {
  typealias State = ReferenceState<Update>
  typealias Start = @Sendable (ReferenceHub, Int) -> @Sendable () -> Void

  private let rules: ReferenceRules<Update>
  private let state: Locked<State>
  private let start: Locked<Start?>

  init(_ rules: ReferenceRules<Update>, start: Start? = nil) {
    self.rules = rules
    state = Locked(State(rules))
    self.start = Locked(start)
  }

  var value: Update? { state.withLock { $0.remembered.last } }
  var hasSubscribers: Bool { state.withLock { $0.count > 0 } }
  func isActive(_ id: Int) -> Bool { state.withLock { $0.subscribers[id].isActive } }

  func publish(_ update: Update, in run: Int) {
    if state.withLock({ $0.accept(update, in: run) }) == true { deliver() }
  }

  func finish(with result: Update? = nil, in run: Int) {
    guard let delivers = state.withLock({ $0.finish(with: result, in: run) }) else { return }
    letGoOfStart()
    if rules.isCold { runHooks() }
    if delivers { deliver() }
  }

  /// Changes the value by user code, without the lock; again if somebody else has written meanwhile.
  func mutate(in run: Int, isSame: (Update, Update) -> Bool, _ change: (inout Update) -> Void) {
    while true {
      let (current, version) = state.withLock { ($0.remembered.last, $0.version) }
      guard let current else { return }
      var value = current
      change(&value)
      if isSame(current, value) { return }
      let new = value
      let delivers = state.withLock { state -> Bool? in
        guard state.version == version else { return nil }
        return state.accept(new, in: run) ?? false
      }
      guard let delivers else { continue }
      if delivers { deliver() }
      return
    }
  }

  private func letGoOfStart() {
    let letGo = start.withLock { start in
      defer { start = nil }
      return start
    }
    withExtendedLifetime(letGo) {}
  }

  private func deliver() {
    var next = state.withLock { $0.take() }
    while let entry = next {
      for id in entry.audience {
        switch state.withLock({ $0.claim(id, for: entry.item) }) {
        case .call(let receive): if case .update(let update) = entry.item { receive(update) }
        case .leave(let departure): perform(departure)
        case .skip: break
        }
      }
      let leavers: [Int]
      (leavers, next) = state.withLock { ($0.takeLeavers(), $0.take()) }
      release(leavers)
    }
  }

  func join(into slot: ReferenceSlot<Update>, _ receive: @escaping State.Receive) -> ReferenceToken<Update> {
    let isReserved = rules.joinsAfterStart
    if isReserved, state.withLock({ $0.reserve() }) { runHooks() }
    return enter(state.withLock { $0.join(receive, isReserved: isReserved) }, slot, receive)
  }

  /// Joins a hub that joins after its start, unless that start or a stop is under way.
  func joinIfUp(into slot: ReferenceSlot<Update>, _ receive: @escaping State.Receive) -> ReferenceToken<Update>? {
    if state.withLock({ $0.reserve() }) { runHooks() }
    let joining = state.withLock { state in
      let isUp = state.running == state.wanted && !state.hooksAreBusy
      return state.isFinished || isUp ? state.join(receive, isReserved: true) : nil
    }
    if let joining { return enter(joining, slot, receive) }
    if state.withLock({ $0.countOut() }) { runHooks() }
    return nil
  }

  private func enter(
    _ joining: State.Joining, _ slot: ReferenceSlot<Update>, _ receive: State.Receive
  ) -> ReferenceToken<Update> {
    let id = joining.id
    let token = ReferenceToken(hub: self, id: id)
    slot.fill(with: self, id)
    if joining.needsHooks { runHooks() }
    if let first = joining.first {
      if isActive(id) { receive(first) }
      settle(id, receive)
    } else if joining.isRefused {
      release([id])
    }
    return token
  }

  private func settle(_ id: Int, _ receive: State.Receive) {
    while true {
      switch state.withLock({ $0.settle(id) }) {
      case .call(let update): receive(update)
      case .leave(let departure): return perform(departure)
      case .live: return
      case .dead: return release([id])
      }
    }
  }

  func invalidate(_ id: Int) { perform(state.withLock { $0.leave(id, as: .invalidated) }) }
  func end(_ id: Int) { perform(state.withLock { $0.leave(id, as: .ended) }) }

  func invalidateAll() {
    let departures = state.withLock { state in
      state.audience.compactMap { state.leave($0, as: .invalidated) }
    }
    release(departures.filter(\.releasesAtOnce).map(\.id))
    if departures.contains(where: \.needsHooks) { runHooks() }
  }

  private func perform(_ departure: State.Departure?) {
    guard let departure else { return }
    if departure.releasesAtOnce { release([departure.id]) }
    if departure.needsHooks { runHooks() }
    for handler in departure.endHandlers { handler() }
  }

  private func release(_ ids: [Int]) {
    let released = state.withLock { $0.takeClosures(of: ids) }
    withExtendedLifetime(released) {}
  }

  func addEndHandler(_ handler: @escaping State.Action, to id: Int) {
    let phase = state.withLock { state in
      if state.subscribers[id].isActive { state.subscribers[id].endHandlers.append(handler) }
      return state.subscribers[id].phase
    }
    if phase == .ended { handler() }
  }

  /// Starts and stops runs until the one that is up is the one that is wanted; one thread at a time.
  private func runHooks() {
    let isMine = state.withLock { state in
      defer { state.hooksAreBusy = true }
      return !state.hooksAreBusy
    }
    guard isMine else { return }
    while let hook = state.withLock({ $0.nextHook() }) {
      switch hook {
      case .start(let run):
        let stop = start.withLock { $0 }?(self, run)
        state.withLock { $0.stop = stop }
      case .stop(let stop): stop?()
      case .letGo: break
      }
    }
  }
}
