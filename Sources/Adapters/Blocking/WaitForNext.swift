import Dispatch
public import TidingsCore

extension Publisher {
  /// Blocks the calling thread until the next update comes.
  ///
  ///     let port = try server.ports.waitForNext(timeout: .seconds(5))   // in a script
  ///
  /// The current value of a value comes at once. For scripts, and for code that is older than asynchronous functions;
  /// those use ``PublishedTask/result`` and asynchronous sequences, and cannot call this.
  ///
  /// Blocking a thread that the update needs would be for ever. Where that can be seen it is a programming error and
  /// traps, unless the update is there already: on the main thread, with a publisher that delivers on the main actor or
  /// the main queue, in any part of it; and on another queue or scheduler with one that delivers there, when that has run
  /// nothing for some seconds. It cannot be seen of actors other than the main one, of work that itself needs the thread,
  /// such as an asynchronous function on the main actor, nor of what is subscribed later or elsewhere. Never wait inside
  /// a delivery of the same publisher.
  ///
  /// - Parameter timeout: How long to wait; zero or less asks for what is there at once. By default without end.
  /// - Throws: ``WaitError`` when the time is over or the publisher has ended without an update. In both cases, as
  ///   after the update, nothing is subscribed any more.
  @available(*, noasync, message: "Blocks the thread; use an asynchronous sequence, or subscribe")
  public func waitForNext(timeout: Duration? = nil) throws(WaitError) -> Update {
    try Waiting.wait(timeout: timeout, attaching: self) { $0 }
  }
}

extension PublishedTask {
  /// As ``Publisher/waitForNext(timeout:)``, for the result of the task, whatever progress it reports before.
  ///
  /// Starts the task if nobody has, and cancels it where the time is over and nobody else waits for it.
  @available(*, noasync, message: "Blocks the thread; use 'await task.result'")
  public func waitForNext(timeout: Duration? = nil) throws(WaitError) -> Result<Success, Failure> {
    try Waiting.wait(timeout: timeout, attaching: self) { update in
      if case .completed(let result) = update { result } else { nil }
    }
  }
}

/// Why there was nothing to wait for.
public enum WaitError: Error, Equatable {
  /// The time was over before anything came.
  case timedOut
  /// The publisher has ended without what was waited for.
  case ended
}

extension WaitError: CustomStringConvertible {
  /// What went wrong, in one line that can be shown to a person.
  public var description: String {
    switch self {
    case .timedOut: "The time was over before anything came"
    case .ended: "The publisher has ended before anything came"
    }
  }
}

/// A thread that waits for one update.
final class Waiting<Output: Sendable>: Sendable {
  private struct State: Sendable {
    var outcome: Result<Output, WaitError>?
    /// Places that may be blocked, and have not yet run anything.
    var silentPlaces = 0
  }

  private let state = Locked(State())
  /// Signalled when the outcome is there, and when a place shows that it is not blocked.
  private let news = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - patience: How long a place that the wait may block has to run something.
  ///   - select: What is waited for; nil for an update that is not it.
  static func wait<Source: Publisher>(
    timeout: Duration?, patience: Duration = .seconds(5), attaching publisher: Source,
    _ select: @escaping @Sendable (Source.Update) -> Output?
  ) throws(WaitError) -> Output {
    let waiting = Waiting()
    var subscription = Subscription.ended
    let places = BlockedPlaces.noting {
      subscription = publisher.attach { update in
        if let output = select(update) { waiting.settle(.success(output)) }
      }
      subscription.whenEnded(isolation: nil) { waiting.settle(.failure(.ended)) }
    }
    defer { subscription.invalidate() }
    return try waiting.outcome(within: timeout, patience: patience, blocking: places).get()
  }

  /// Only the first counts.
  private func settle(_ result: Result<Output, WaitError>) {
    state.withLock { $0.outcome = $0.outcome ?? result }
    news.signal()
  }

  private func outcome(
    within timeout: Duration?, patience: Duration, blocking places: [Place]
  ) -> Result<Output, WaitError> {
    if let outcome = state.withLock({ $0.outcome }) { return outcome }
    guard timeout ?? .longest > .zero else { return .failure(.timedOut) }
    for place in places { probe(place) }
    let end = DispatchTime.now() + (timeout ?? .longest).dispatchInterval
    let endOfPatience = DispatchTime.now() + patience.dispatchInterval
    while true {
      let now = DispatchTime.now()
      let (outcome, isBlocked) = state.withLock { ($0.outcome, $0.silentPlaces > 0) }
      if let outcome { return outcome }
      if now >= end { return .failure(.timedOut) }
      if isBlocked, now >= endOfPatience { trap(blocking: "a queue") }
      _ = news.wait(timeout: isBlocked ? min(end, endOfPatience) : end)
    }
  }

  /// Has a place run something, to see whether this thread blocks it.
  ///
  /// Of the main queue that is known. Another may be concurrent, which it does not tell.
  private func probe(_ place: Place) {
    if place.isMain { trap(blocking: "the main actor and the main queue") }
    state.withLock { $0.silentPlaces += 1 }
    place.enqueue { [self] in
      state.withLock { $0.silentPlaces -= 1 }
      news.signal()
    }
  }

  private func trap(blocking place: String) -> Never {
    fatalError(
      """
      waitForNext(timeout:) blocks \(place), where its publisher delivers, so that the next update could never come. \
      Wait on another thread, leave out what moves the updates there, such as receive(on:), or subscribe instead.
      """)
  }
}

extension Place {
  fileprivate var isMain: Bool {
    switch self {
    case .main: true
    case .scheduler(let scheduler): (scheduler as? DispatchQueue).map(MainQueue.is) ?? false
    case .actor, .caller: false
    }
  }
}
