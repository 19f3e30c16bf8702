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
  }

  let number: Int
  private let fault: Fault?
  private let state: Locked<State>
  private let owner = Locked<SubscriptionOwner?>(nil)

  init(_ number: Int, fault: Fault?, isInitial: Bool, _ receive: @escaping @Sendable (Int) -> Void) {
    self.number = number
    self.fault = fault
    state = Locked(State(receive: receive, waiting: isInitial ? [] : nil))
  }

  var hasEnded: Bool { state.withLock { $0.hasEnded } }
  var isRunning: Bool { state.withLock { $0.isRunning } }

  /// Calls the closure, even if it is cancelled before.
  var call: (@Sendable (Int) -> Void)? { state.withLock { $0.receive } }

  func token(leave: @escaping @Sendable () -> Void) -> Subscription {
    let token = Subscription.whenOver { [self] in
      close()
      leave()
    }
    owner.withLock { $0 = token.owner }
    return token
  }

  private func close() {
    let released = state.withLock { state in
      state.isActive = false
      let isKept =
        fault == .deliversAfterInvalidate || fault == .keepsClosure || fault == .deliversAfterEnd && state.hasEnded
      defer { if !isKept { state.receive = nil } }
      return state.receive
    }
    withExtendedLifetime(released) {}
    owner.withLock { $0 = nil }
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
      state.waiting?.append(item)
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
        let isWrong = fault == .deliversAfterInvalidate || fault == .deliversAfterEnd && state.hasEnded
        return state.isActive || isWrong ? state.receive : nil
      }
      receive?(number)
      state.withLock { $0.isRunning = false }
    case .end:
      if fault == .tellsNoEnd { return }
      state.withLock { $0.hasEnded = true }
      let owner = owner.withLock { $0 }
      owner?.retire()
    }
  }
}

enum HandMadeItem: Sendable, Equatable {
  case update(Int)
  case end
}
