import Foundation
import TidingsCore

/// A hand-made publisher that keeps the contracts, except for one fault, if any.
///
/// With a value it promises what values do.
final class HandMadePublisher: Publisher, Sendable {
  typealias Update = Int

  private struct Entry: Sendable {
    let item: HandMadeItem
    let lastNumber: Int
    let thread: ThreadID
    /// Subscribers that have had it.
    var served: Set<Int> = []
  }

  private struct State: Sendable {
    var subscribers: [HandMadeSubscriber] = []
    /// The number of calls that are subscribing.
    var joiningCount = 0
    var tokens: [Subscription] = []
    var lastNumber = 0
    var entries: [Entry] = []
    var deliverer: ThreadID?
    /// The subscribers that have been called in the delivery under way.
    var called: [HandMadeSubscriber] = []
    var hasEnded = false
    var isDead = false
    var endHandlers: [@Sendable () -> Void] = []
    var value: Int?
    var delivered: Int?
    var reading: Int?
  }

  private let fault: Fault?
  private let maker = ThreadID.current
  private let state: Locked<State>
  private let lock: BlockingLock
  /// Is signalled by a call that subscribes during another one.
  private let simultaneous = DispatchSemaphore(value: 0)

  init(value: Int? = nil, fault: Fault? = nil) {
    self.fault = fault
    lock = BlockingLock(isRecursive: fault == .holdsRecursiveLock)
    state = Locked(State(value: value, delivered: value, reading: value))
  }

  var value: Int? {
    state.withLock { fault == .storesValueAtDelivery ? $0.reading : $0.value }
  }

  // MARK: Publishing

  func send(_ number: Int) {
    passLock(if: .holdsLockAtTheRelease)
    guarded { accept(.update(number)) }
  }

  func end() {
    guarded { accept(.end) }
    if fault == .deliversAfterTheEndOfAnotherThread, maker != .current { accept(.update(9)) }
    guard fault == .tellsTheEndToInvalidated else { return }
    for action in state.withLock({ $0.endHandlers }) { action() }
  }

  private func accept(_ item: HandMadeItem) {
    let thread = ThreadID.current
    let (isFirst, early) = state.withLock { state in
      guard isAccepted(item, by: &state) else { return (false, [HandMadeSubscriber]()) }
      var entry = Entry(item: item, lastNumber: state.lastNumber, thread: thread)
      var early: [HandMadeSubscriber] = []
      if let deliverer = state.deliverer {
        if fault == .losesUpdatesThatWait, [.update(201), .update(401)].contains(item) {
          return (false, [])
        }
        if deliverer != thread, fault == .losesUpdatesOfOtherThreads { return (false, []) }
        early = earlyReceivers(of: item, in: state, isNested: deliverer == thread)
        entry.served = Set(early.map(\.number))
      }
      let isOvertaking =
        fault == .endOvertakesUpdates
        || fault == .endOfOtherThreadsOvertakesUpdates && state.deliverer.map { $0 != thread } == true
      if isOvertaking, item == .end {
        state.entries.insert(entry, at: 0)
      } else {
        state.entries.append(entry)
      }
      defer { state.deliverer = state.deliverer ?? thread }
      return (state.deliverer == nil, early)
    }
    for subscriber in early { subscriber.deliver(item) }
    guard isFirst else { return }
    if fault == .deliversOnAThreadOfItsOwn {
      let isDone = DispatchSemaphore(value: 0)
      Thread.detachNewThread { [self] in
        state.withLock { $0.deliverer = .current }
        deliver()
        isDone.signal()
      }
      isDone.wait()
    } else {
      deliver()
    }
  }

  private func isAccepted(_ item: HandMadeItem, by state: inout State) -> Bool {
    switch item {
    case .end:
      defer { state.hasEnded = true }
      return !state.hasEnded
    case .update(let number):
      let isWrong =
        fault == .deliversAfterEnd || fault == .deliversAfterTheEndOfAnotherThread && maker != .current
      guard !state.hasEnded || isWrong, !state.isDead, fault != .losesTheThirdUpdate || number != 3 else {
        return false
      }
      guard let value = state.value else { return true }
      let compared = fault == .comparesWithDelivered ? state.delivered : value
      guard number != compared || fault == .deliversEqualValues else { return false }
      state.value = number
      return true
    }
  }

  /// The subscribers of an immediate delivery during another one. There are none without a fault.
  private func earlyReceivers(of item: HandMadeItem, in state: State, isNested: Bool) -> [HandMadeSubscriber] {
    guard item != .end else { return [] }
    switch fault {
    case .entersRunningClosure where isNested: return state.called
    case .callsFromTwoThreads where !isNested: return state.called
    case .deliversNestedToLaterFirst where isNested: return state.subscribers.filter { !$0.isRunning }
    case .deliversOthersUpdatesWhereIdle where !isNested: return state.subscribers.filter { !$0.isRunning }
    default: return []
    }
  }

  private func deliver() {
    var helped = 0
    while let entry = next() {
      if entry.thread != .current, fault != .helpsWithoutBound {
        helped += 1
        if helped > 16 { return handOver(entry) }
      }
      deliver(entry)
    }
  }

  /// The rest is delivered on the concurrency pool.
  private func handOver(_ entry: Entry) {
    state.withLock { state in
      state.entries.insert(entry, at: 0)
      state.deliverer = .pool
    }
    Task.detached { [self] in
      while let entry = next() { deliver(entry) }
    }
  }

  private func next() -> Entry? {
    state.withLock { state in
      state.called = []
      guard !state.entries.isEmpty else {
        state.deliverer = nil
        return nil
      }
      return state.entries.removeFirst()
    }
  }

  private func deliver(_ entry: Entry) {
    if case .update(let number) = entry.item {
      state.withLock { state in
        state.delivered = number
        state.reading = number
      }
    }
    var last = 0
    let all = state.withLock { $0.subscribers }
    let isForFirst =
      fault == .losesUpdatesOfOtherThreadsForLater && entry.thread != .current
      || fault == .tellsTheEndToTheFirst && entry.item == .end
    if isForFirst {
      all.first?.deliver(entry.item)
      return
    }
    if fault == .skipsTheNextOfALeaving {
      var index = 0
      while let subscriber = state.withLock({ index < $0.subscribers.count ? $0.subscribers[index] : nil }) {
        if subscriber.number <= entry.lastNumber { subscriber.deliver(entry.item) }
        index += 1
      }
      return
    }
    if fault == .holdsLockAtTheEnd, entry.item == .end { lock.take() }
    defer { if fault == .holdsLockAtTheEnd, entry.item == .end { lock.giveBack() } }
    if fault == .callsInReverseOrder {
      for subscriber in all.reversed() where subscriber.number <= entry.lastNumber { subscriber.deliver(entry.item) }
      return
    }
    if fault == .servesOneSubscriberInTurn, case .update(let number) = entry.item, all.count > 1 {
      return all[number % all.count].deliver(entry.item)
    }
    if fault == .callsInvalidatedInTheSameDelivery, case .update(let number) = entry.item {
      let calls = all.filter { $0.number <= entry.lastNumber }.compactMap(\.call)
      for call in calls { call(number) }
      return
    }
    while let subscriber = nextSubscriber(after: last, for: entry) {
      last = subscriber.number
      subscriber.deliver(entry.item)
    }
  }

  private func nextSubscriber(after last: Int, for entry: Entry) -> HandMadeSubscriber? {
    state.withLock { state in
      let next = state.subscribers.first { subscriber in
        subscriber.number > last && !entry.served.contains(subscriber.number)
          && (subscriber.number <= entry.lastNumber || fault == .joinsTheCurrentDelivery)
      }
      if let next { state.called.append(next) }
      return next
    }
  }

  // MARK: Subscribing

  func attach(_ receive: @escaping @Sendable (Int) -> Void, ended: (@Sendable () -> Void)?) -> Subscription {
    passLock(if: .holdsLockAtTheEnd)
    let keepsEnded = fault == .tellsTheEndToInvalidated || fault == .keepsEndedClosure
    if keepsEnded, let ended { state.withLock { $0.endHandlers.append(ended) } }
    let token = guarded { join(receive) }
    let isForgotten = fault == .forgetsEndedClosure || fault == .forgetsEndedClosureOfLate && !token.isActive
    if let ended, !isForgotten { token.whenEnded(isolation: nil) { ended() } }
    return token
  }

  private func join(_ receive: @escaping @Sendable (Int) -> Void) -> Subscription {
    let (subscriber, initial): (HandMadeSubscriber?, Int?) = state.withLock { state in
      guard !state.hasEnded else { return (nil, state.value) }
      state.lastNumber += 1
      let subscriber = HandMadeSubscriber(
        state.lastNumber, fault: fault, isInitial: state.value != nil, maker: maker, receive)
      if fault != .losesSimultaneousSubscriptions { state.subscribers.append(subscriber) }
      return (subscriber, state.value)
    }
    if fault == .losesSimultaneousSubscriptions, let subscriber { joinWithRace(subscriber) }
    guard let subscriber else {
      if let initial = initial ?? (fault == .deliversToLate ? 9 : nil) { receive(initial) }
      return fault == .tellsNoEndToLate ? Subscription {} : .ended
    }
    let token = subscriber.token { [self] close in
      if fault == .holdsLockAtTheRelease { lock.take() }
      close()
      if fault == .holdsLockAtTheRelease { lock.giveBack() }
      remove(subscriber)
    }
    if fault == .keepsDroppedTokens { state.withLock { $0.tokens.append(token) } }
    if fault == .deliversAtSubscription { subscriber.deliver(.update(0)) }
    if fault == .disturbsOthersAtSubscription {
      for other in state.withLock({ $0.subscribers }) where other !== subscriber { other.deliver(.update(0)) }
    }
    deliverInitial(initial, to: subscriber)
    return token
  }

  /// Reads the list, and writes it back later.
  private func joinWithRace(_ subscriber: HandMadeSubscriber) {
    let (subscribers, isSecond) = state.withLock { state in
      state.joiningCount += 1
      return (state.subscribers, state.joiningCount > 1)
    }
    if isSecond { simultaneous.signal() } else { _ = simultaneous.wait(timeout: .now() + .milliseconds(5)) }
    state.withLock { state in
      state.subscribers = subscribers + [subscriber]
      state.joiningCount -= 1
    }
  }

  private func deliverInitial(_ initial: Int?, to subscriber: HandMadeSubscriber) {
    switch fault {
    case .startsWithoutValue:
      subscriber.deliverInitial(nil)
    case .deliversFirstValueLate where state.withLock({ $0.deliverer != nil }):
      // After the current delivery.
      subscriber.deliverInitial(nil)
      state.withLock { state in
        guard let initial else { return }
        state.entries.append(Entry(item: .update(initial), lastNumber: subscriber.number, thread: .current))
      }
    default:
      subscriber.deliverInitial(initial)
    }
  }

  private func remove(_ subscriber: HandMadeSubscriber) {
    if subscriber.isKept || subscriber.hasEnded { return }
    let removed = state.withLock { state in
      guard let index = state.subscribers.firstIndex(where: { $0 === subscriber }) else {
        return [HandMadeSubscriber]()
      }
      let isNextToo = fault == .removesTheNextToo && index + 1 < state.subscribers.count
      let removed = [state.subscribers.remove(at: index)] + (isNextToo ? [state.subscribers.remove(at: index)] : [])
      if fault == .diesWithItsLastSubscriber, state.subscribers.isEmpty { state.isDead = true }
      return removed
    }
    withExtendedLifetime(removed) {}
  }

  /// Waits until the lock is free, with this fault.
  private func passLock(if holder: Fault) {
    guard fault == holder else { return }
    lock.take()
    lock.giveBack()
  }

  /// Runs the body, with a lock held if that is the fault.
  private func guarded<Result>(_ body: () -> Result) -> Result {
    guard fault == .holdsLock || fault == .holdsRecursiveLock else { return body() }
    lock.take()
    defer { lock.giveBack() }
    return body()
  }

  /// Lets go of whom it blocks or keeps, so that nothing is left behind a test.
  func letGo() {
    lock.open()
    let (subscribers, tokens) = state.withLock { state in
      defer {
        state.hasEnded = true
        state.subscribers = []
        state.tokens = []
      }
      return (state.subscribers, state.tokens)
    }
    for subscriber in subscribers { subscriber.letGo() }
    withExtendedLifetime(tokens) {}
  }
}
