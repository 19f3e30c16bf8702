import Dispatch
import Synchronization
import Tidings

/// A subscriber that does something now and then, and watches how it is called.
final class Listener: Sendable {
  private struct State: Sendable {
    var token: Subscription?
    var isInvalidated = false
    var random: SplitMix64
    var thread: ObjectIdentifier?
  }

  let graph: Graph
  private let faults: Faults
  private let unfinished: DispatchGroup
  private let state: Mutex<State>
  private let isBusy = Atomic(false)
  private let isOver = Atomic(false)
  private let hasLeft = Atomic(false)
  private let hasEnded = Atomic(false)
  private let allowsLateCall = Atomic(true)
  private let lateCalls = Atomic(0)

  init(_ graph: Graph, faults: Faults, unfinished: DispatchGroup, random: SplitMix64) {
    self.graph = graph
    self.faults = faults
    self.unfinished = unfinished
    state = Mutex(State(random: random))
  }

  /// - Parameter act: Called now and then from inside a delivery.
  func attach(
    to broadcaster: Broadcaster<Item>, clock: Clock, act: (@Sendable (Listener, inout SplitMix64) -> Void)?
  ) {
    unfinished.enter()
    let mark = Census.Member(of: .closures)
    let token = broadcaster.attach { [self] _ in withExtendedLifetime(mark) { receive(act) } }
    graph.joined(at: clock.tick())
    if graph.spec.startsAtOnce, graph.edge.entries.isEmpty { faults.report("V1: no value at once", graph) }
    token.whenEnded(isolation: nil) { [self] in withExtendedLifetime(mark) { end() } }
    state.withLock { state in
      if !hasEnded.load(ordering: .acquiring) { state.token = token }
    }
  }

  private func receive(_ act: (@Sendable (Listener, inout SplitMix64) -> Void)?) {
    if isBusy.exchange(true, ordering: .acquiringAndReleasing) { faults.report("P3: called while it runs", graph) }
    if hasEnded.load(ordering: .acquiring) { faults.report("P10: an update after the end", graph) }
    if hasLeft.load(ordering: .acquiring) {
      let calls = lateCalls.add(1, ordering: .relaxed).newValue
      if calls > 1 || !allowsLateCall.load(ordering: .relaxed) { faults.report("P2: an update after leaving", graph) }
    }
    if let act {
      // Out of the lock: what it does may come back here.
      var random = state.withLock { state in
        state.thread = Current.thread
        return state.random
      }
      act(self, &random)
      state.withLock { [random] state in
        state.random = random
        state.thread = nil
      }
    }
    isBusy.store(false, ordering: .releasing)
  }

  private func end() {
    if isBusy.load(ordering: .acquiring) { faults.report("P10: the end inside an update", graph) }
    if hasEnded.exchange(true, ordering: .acquiringAndReleasing) { faults.report("P10: two ends", graph) }
    if hasLeft.load(ordering: .acquiring), !allowsLateCall.load(ordering: .relaxed) {
      faults.report("P10: an end after leaving", graph)
    }
    dropToken()
    finishOnce()
  }

  /// Leaves, from inside its own delivery or from anywhere else; not before it has its token.
  func leave(alone: Bool) {
    let (token, isInside) = state.withLock { state in
      defer { state.token = nil }
      if state.token != nil { state.isInvalidated = true }
      return (state.token, state.thread == Current.thread)
    }
    guard let token else { return }
    token.invalidate()
    // No other thread can have claimed a call where there is none, or while this one is inside it.
    allowsLateCall.store(!alone && !isInside, ordering: .relaxed)
    hasLeft.store(true, ordering: .releasing)
    finishOnce()
  }

  private func dropToken() {
    let token = state.withLock { state in
      defer { state.token = nil }
      return state.token
    }
    _ = consume token
  }

  private func finishOnce() {
    if !isOver.exchange(true, ordering: .acquiringAndReleasing) { unfinished.leave() }
  }

  /// Whether it has had everything up to the end; or it left before.
  var isComplete: Bool {
    hasEnded.load(ordering: .acquiring) && !state.withLock(\.isInvalidated)
  }
}
