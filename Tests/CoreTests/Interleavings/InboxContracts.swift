import TidingsCore

extension InboxModel {
  /// Whether something of the subscription is under way: an item that waits, a job, a call.
  private var isUnderWay: Bool {
    let isInside = threads.contains { stack in
      stack.contains { frame in
        switch frame {
        case .next, .call: true
        default: false
        }
      }
    }
    return isInside || jobs > 0 || record.calls < record.arrived.count
  }

  mutating func noteArrival(of item: Item, on thread: Int) {
    guard phase.isActive else { return }
    switch item {
    case .update(let update):
      if isOnMain(thread), !isUnderWay { record.isDueAtOnce.insert(update) }
      record.arrived.append(update)
    case .end:
      record.isEndArrived = true
    }
  }

  /// What has arrived and is neither called nor about to be: what waits.
  private var waiting: [Int] {
    let claimed = threads.joined().compactMap { frame in
      if case .call(let update, _, isRunning: false) = frame { update } else { nil }
    }
    return record.arrived.dropFirst(record.calls).filter { !claimed.contains($0) }
  }

  /// The update that there was no room for: the oldest or the newest of those that wait, and that only where they are
  /// more than may wait. The newest has been noted as arrived.
  mutating func noteDrop(of update: Int) {
    let waiting = waiting
    switch scenario.buffering {
    case .unbounded: fail(.p9, "\(update) is dropped")
    case .newest(let limit):
      if waiting.count <= limit || update != waiting.first { fail(.p9, "\(update) of \(waiting) is dropped") }
    case .oldest(let limit):
      if waiting.count <= limit || update != waiting.last { fail(.p9, "\(update) of \(waiting) is dropped") }
    }
    record.arrived.removeAll { $0 == update }
    record.isDueAtOnce.remove(update)
  }

  /// P9: no more wait than may.
  mutating func checkRoom() {
    switch scenario.buffering {
    case .unbounded: break
    case .newest(let limit), .oldest(let limit):
      if inbox.items.elements.count > limit, phase.isActive { fail(.p9, "more wait than \(limit)") }
    }
  }

  /// P9: at once when the actor is current and nothing is under way.
  mutating func checkPublished(_ update: Int) {
    guard record.isDueAtOnce.remove(update) != nil, phase.isActive else { return }
    if !record.arrived.prefix(record.calls).contains(update) { fail(.p9, "\(update) could be delivered at once") }
  }

  mutating func checkCall(_ update: Int, on thread: Int) {
    if !isOnMain(thread) { fail(.p9, "\(update) is delivered outside of the actor") }
    if record.isOver { fail(.p2, "\(update) is delivered after the actor has given up the subscription") }
    let isRunning = threads.contains { stack in
      stack.contains { if case .call(_, _, isRunning: true) = $0 { true } else { false } }
    }
    if isRunning { fail(.p3, "\(update) is delivered while the closure runs") }
    let due = record.arrived.dropFirst(record.calls).first
    if due != update { fail(.p9, "\(update) is delivered and not \(due.map(String.init) ?? "nothing")") }
  }

  /// P2: the closure is not let go in the middle of a call, also not of one that has only been claimed.
  mutating func checkRelease() {
    let isCalled = threads.contains { stack in
      stack.contains { if case .call = $0 { true } else { false } }
    }
    if isCalled { fail(.p2, "the closure is let go in the middle of a call") }
  }

  /// P10: after the last update, once, in the same place, and not after giving up.
  mutating func checkEnd(on thread: Int) {
    if !isOnMain(thread) { fail(.p10, "the end is told outside of the actor") }
    if record.endings > 1 { fail(.p10, "the end is told twice") }
    if record.hasBeenInvalidated { fail(.p10, "the end is told to a subscriber that has given up") }
    if record.calls < record.arrived.count { fail(.p10, "the end overtakes updates") }
  }

  func violationAtEnd() -> Violation? {
    if phase.isActive {
      if record.calls < record.arrived.count {
        return Violation(contract: .p9, message: "\(record.arrived[record.calls]) never gets to the actor")
      }
      if record.isEndArrived { return Violation(contract: .p10, message: "the end never gets to the actor") }
    } else if holdsClosure {
      return Violation(contract: .p2, message: "the closure is never let go")
    }
    if phase == .ended, record.endings == 0 { return Violation(contract: .p10, message: "the end is not told") }
    return inbox.isBusy ? Violation(contract: .p9, message: "the inbox waits for a job that nobody does") : nil
  }
}
