import TidingsCore

/// A task made by hand around a source of events, right but for one fault, if any.
final class HandMadeTask: Publisher, Sendable {
  typealias Update = TaskUpdate<Int, Int, Never>

  enum Fault: Sendable {
    case startsForEachSubscriber
    case startsBeforeAnybodySubscribes
    case startsAgainAfterTheResult
    case tellsTwoResults
    case reportsAfterTheResult
    case forgetsProgress
    case forgetsItsResult
    case isNeverCancelled
    case isCancelledByTheFirstWhoLeaves
    case isCancelledAfterSuccess
    case keepsProgressOfACancelledRun
  }

  private struct State: Sendable {
    var source: BroadcastSource<Update>
    var subscribers = 0
    var hasResult = false
  }

  private let fault: Fault?
  private let onStart: @Sendable () -> Void
  private let onCancel: @Sendable () -> Void
  private let state: Locked<State>

  init(fault: Fault? = nil, onStart: @escaping @Sendable () -> Void, onCancel: @escaping @Sendable () -> Void) {
    self.fault = fault
    self.onStart = onStart
    self.onCancel = onCancel
    state = Locked(State(source: Self.source(fault)))
    if fault == .startsBeforeAnybodySubscribes { onStart() }
  }

  private static func source(_ fault: Fault?) -> BroadcastSource<Update> {
    fault == .forgetsProgress ? BroadcastSource() : BroadcastSource(replaying: 1)
  }

  func report(_ progress: Int) {
    let source = state.withLock { $0.subscribers > 0 && !$0.hasResult ? $0.source : nil }
    source?.send(.inProgress(progress))
  }

  func succeed(_ success: Int) {
    let source = state.withLock { state -> BroadcastSource<Update>? in
      guard state.subscribers > 0, !state.hasResult else { return nil }
      state.hasResult = true
      defer { if fault == .forgetsItsResult { state.source = BroadcastSource() } }
      return state.source
    }
    guard let source else { return }
    source.send(.completed(.success(success)))
    if fault == .tellsTwoResults { source.send(.completed(.success(success + 1))) }
    if fault == .reportsAfterTheResult { source.send(.inProgress(3)) }
    if fault == .forgetsItsResult { state.withLock { $0.source }.finish() }
    source.finish()
  }

  func attach(_ receive: @escaping @Sendable (Update) -> Void, ended: (@Sendable () -> Void)?) -> Subscription {
    let (source, isFirst, isOver) = state.withLock { state in
      defer { if !state.hasResult { state.subscribers += 1 } }
      return (state.source, state.subscribers == 0, state.hasResult)
    }
    if isOver {
      if fault == .startsAgainAfterTheResult { onStart() }
      return source.attach(receive, ended: ended)
    }
    let followed = source.attach(receive)
    let isStarted = isFirst && fault != .startsBeforeAnybodySubscribes || fault == .startsForEachSubscriber
    if isStarted { onStart() }
    let token = Subscription.whenOver { [self] in
      followed.invalidate()
      leave()
    }
    followed.whenEnded(isolation: nil) { [owner = token.owner] in owner.retire() }
    if let ended { token.whenEnded(isolation: nil) { ended() } }
    return token
  }

  private func leave() {
    let (isCancelled, released) = state.withLock { state in
      state.subscribers -= 1
      let isLast = state.subscribers == 0 || fault == .isCancelledByTheFirstWhoLeaves && !state.hasResult
      guard isLast, !state.hasResult || fault == .isCancelledAfterSuccess else {
        return (false, nil as BroadcastSource<Update>?)
      }
      // The earlier source is kept, because it would end with its release.
      let earlier = state.source
      if fault != .keepsProgressOfACancelledRun, !state.hasResult { state.source = Self.source(fault) }
      return (fault != .isNeverCancelled, earlier)
    }
    withExtendedLifetime(released) {}
    if isCancelled { onCancel() }
  }
}
