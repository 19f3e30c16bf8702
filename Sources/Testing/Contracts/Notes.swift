import Dispatch
import TidingsCore

/// The events of a trial in order, recorded on any thread.
final class Notes<Event: Sendable>: Sendable {
  private struct State: Sendable {
    var events: [Event] = []
    var waiting: [Waiting] = []
  }

  private struct Waiting: Sendable {
    let count: Int
    let semaphore = DispatchSemaphore(value: 0)
  }

  private let state = Locked(State())

  var events: [Event] { state.withLock { $0.events } }

  /// The text for a failure, or nil.
  private var received: String { Event.self == Void.self ? "" : ", and got \(list(events))" }

  func add(_ event: Event) {
    let satisfied = state.withLock { state in
      state.events.append(event)
      let count = state.events.count
      let satisfied = state.waiting.filter { $0.count <= count }
      if !satisfied.isEmpty { state.waiting.removeAll { $0.count <= count } }
      return satisfied
    }
    for waiting in satisfied { waiting.semaphore.signal() }
  }

  /// Blocks the thread until there are this many events. The trial limits the time.
  func wait(for what: String, count: Int, in trial: ContractTrial) {
    let waiting = Waiting(count: count)
    let isThere = state.withLock { state in
      if state.events.count < count { state.waiting.append(waiting) }
      return state.events.count >= count
    }
    guard !isThere else { return }
    trial.wait(for: { [self] in "\(what)\(received)" }, on: waiting.semaphore)
  }
}

/// A flag that several closures share.
final class SharedFlag: Sendable {
  private let state = Locked(false)

  var value: Bool { state.withLock { $0 } }

  /// Sets it, and returns what it was.
  func exchange(_ new: Bool) -> Bool {
    state.withLock { value in
      defer { value = new }
      return value
    }
  }
}
