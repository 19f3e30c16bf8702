/// The recorded deliveries, the number of read ones, and the waiting calls.
struct RecordingState<Update: Sendable>: Sendable {
  private struct Wait: Sendable {
    let wanted: WantedDelivery
    var continuation: CheckedContinuation<Void, Never>?
    var isGivenUp = false
  }

  var deliveries: [Delivery<Update>] = []
  var end: Delivery<Void>?
  /// The number of read deliveries.
  var read = 0
  private var waits: [Int: Wait] = [:]
  private var lastWait = 0

  var unread: ArraySlice<Delivery<Update>> { deliveries[read...] }

  mutating func take(_ count: Int) -> [Update]? {
    guard unread.count >= count else { return nil }
    defer { read += count }
    return unread.prefix(count).map(\.update)
  }

  mutating func takeEnd() -> Bool {
    guard end != nil else { return false }
    read = deliveries.count
    return true
  }

  mutating func beginWait(for wanted: WantedDelivery) -> Int {
    lastWait += 1
    waits[lastWait] = Wait(wanted: wanted)
    return lastWait
  }

  /// Returns whether there is something to wait for.
  mutating func suspend(_ continuation: CheckedContinuation<Void, Never>, in number: Int) -> Bool {
    guard let wait = waits[number], !wait.isGivenUp, !isSettled(wait.wanted) else { return false }
    waits[number]?.continuation = continuation
    return true
  }

  mutating func giveUpWait(_ number: Int) -> CheckedContinuation<Void, Never>? {
    waits[number]?.isGivenUp = true
    return takeContinuation(of: number)
  }

  mutating func endWait(_ number: Int) {
    waits[number] = nil
  }

  mutating func takeSatisfied() -> [CheckedContinuation<Void, Never>] {
    guard !waits.isEmpty else { return [] }
    return waits.filter { isSettled($0.value.wanted) }.keys.sorted().compactMap { takeContinuation(of: $0) }
  }

  /// Whether it is recorded, or can never be.
  private func isSettled(_ wanted: WantedDelivery) -> Bool {
    switch wanted {
    case .updates(let count): unread.count >= count || end != nil
    case .end: end != nil
    }
  }

  private mutating func takeContinuation(of number: Int) -> CheckedContinuation<Void, Never>? {
    defer { waits[number]?.continuation = nil }
    return waits[number]?.continuation
  }
}

/// The deliveries that a call waits for.
enum WantedDelivery {
  case updates(Int)
  case end
}
