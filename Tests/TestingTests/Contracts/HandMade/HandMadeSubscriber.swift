import TidingsCore

/// The state of a hand-made publisher for one subscription.
final class HandMadeSubscriber: Sendable {
  private struct State: Sendable {
    var isActive = true
    var hasEnded = false
    var receive: (@Sendable (Int) -> Void)?
    /// Updates during the initial delivery.
    var waiting: [HandMadeItem]?
    var isRunning = false
    /// The thread that has closed it.
    var closer: ThreadID?
  }

  let number: Int
  private let fault: Fault?
  /// The thread that made the publisher.
  private let maker: ThreadID
  private let joiner = ThreadID.current
  private let state: Locked<State>
  private let owner = Locked<SubscriptionOwner?>(nil)

  init(
    _ number: Int, fault: Fault?, isInitial: Bool, maker: ThreadID, _ receive: @escaping @Sendable (Int) -> Void
  ) {
    self.number = number
    self.fault = fault
    self.maker = maker
    state = Locked(State(receive: receive, waiting: isInitial ? [] : nil))
  }

  var hasEnded: Bool { state.withLock { $0.hasEnded } }
  var isRunning: Bool { state.withLock { $0.isRunning } }
  /// Whether it is called or kept although it has been closed.
  var isKept: Bool { state.withLock { isKept($0) } }

  /// Calls the closure, even if it is cancelled before.
  var call: (@Sendable (Int) -> Void)? { state.withLock { $0.receive } }

  /// - Parameter leave: Called with a function that releases the closure.
  func token(leave: @escaping @Sendable (_ close: () -> Void) -> Void) -> Subscription {
    let token = Subscription.whenOver { [self] in leave { close() } }
    owner.withLock { $0 = token.owner }
    return token
  }

  private func close() {
    let released = state.withLock { state in
      (state.isActive, state.closer) = (false, .current)
      defer { if !isKept(state) { state.receive = nil } }
      return state.receive
    }
    withExtendedLifetime(released) {}
    owner.withLock { $0 = nil }
  }

  private func isKept(_ state: State) -> Bool {
    switch fault {
    case .deliversAfterInvalidate, .keepsClosure: true
    case .callsWhatAnotherThreadHasInvalidated: state.closer.map { $0 != maker } == true
    case .callsWhatHasInvalidatedItself: state.isRunning
    case .deliversAfterEnd, .deliversAfterTheEndOfAnotherThread, .keepsClosureAfterTheEnd: state.hasEnded
    default: false
    }
  }

  /// Whether an update is delivered although it has been closed.
  private func isCalledLate(_ state: State) -> Bool {
    switch fault {
    case .deliversAfterInvalidate, .callsWhatHasInvalidatedItself: true
    case .deliversAfterEnd, .deliversAfterTheEndOfAnotherThread: state.hasEnded
    case .callsWhatAnotherThreadHasInvalidated: state.closer != .current
    default: false
    }
  }

  func letGo() {
    let released = state.withLock { state in
      defer { state.receive = nil }
      return state.receive
    }
    withExtendedLifetime(released) {}
    let owner = owner.withLock { owner in
      defer { owner = nil }
      return owner
    }
    withExtendedLifetime(owner) {}
  }

  func deliver(_ item: HandMadeItem) {
    let comesLater = state.withLock { state in
      if fault == .callsFromTwoThreadsAtFirst, joiner != .current { return false }
      if fault != .losesUpdatesDuringTheFirstValue { state.waiting?.append(item) }
      return state.waiting != nil
    }
    if !comesLater { perform(item) }
  }

  func deliverInitial(_ value: Int?) {
    if let value { perform(.update(value)) }
    while let item = nextWaiting() { perform(item) }
  }

  private func nextWaiting() -> HandMadeItem? {
    state.withLock { state in
      guard let first = state.waiting?.first else {
        state.waiting = nil
        return nil
      }
      state.waiting?.removeFirst()
      return first
    }
  }

  private func perform(_ item: HandMadeItem) {
    switch item {
    case .update(let number):
      let receive = state.withLock { state in
        state.isRunning = true
        return state.isActive || isCalledLate(state) ? state.receive : nil
      }
      receive?(number)
      state.withLock { $0.isRunning = false }
    case .end:
      if fault == .tellsNoEnd { return }
      state.withLock { $0.hasEnded = true }
      let owner = owner.withLock { $0 }
      if fault == .invalidatesAtTheEnd { owner?.invalidate() } else { owner?.retire() }
    }
  }
}

enum HandMadeItem: Sendable, Equatable {
  case update(Int)
  case end
}
