import TidingsCore

extension HubModel {
  /// `Hub.publish`.
  mutating func publish(_ update: Int, in run: RunID, on thread: Int) {
    noteAcceptance(on: thread) { history, source, id in
      history.publish(update, in: run, on: id, limit: source.memoryLimit)
    }
    let publication = inSection(on: thread) { $0.publish(update, in: run, &$1) }
    deliver(.update(update), if: publication.delivers, then: .rest, on: thread)
  }

  /// `Hub.finish`.
  mutating func finish(in run: RunID, on thread: Int) {
    if history.finish(in: run) { updateCall(on: thread) { $0.endsSource = true } }
    letGo(after: inSection(on: thread) { $0.finish(in: run, &$1) }, delivering: .end, on: thread)
  }

  /// `Hub.complete`.
  mutating func complete(with result: Int, in run: RunID, on thread: Int) {
    if history.complete(with: result, in: run, on: threadID(thread)) {
      updateCall(on: thread) { $0.endsSource = true }
    }
    let finish = inSection(on: thread) { $0.complete(with: result, in: run, &$1) }
    letGo(after: finish, delivering: .update(result), on: thread)
  }

  private mutating func letGo(after finish: State.Finish, delivering item: Item, on thread: Int) {
    deliver(item, if: finish.delivers, then: .drain(inPool: false, helped: 0), on: thread)
    guard finish.isAccepted else { return }
    if finish.needsHooks { push(.enterHooks, on: thread) }
    push(.letGoOfStart, on: thread)
  }

  /// Remembers, for the contracts, which update the call stands for and whether it was free to deliver it.
  mutating func noteAcceptance(
    on thread: Int, _ accept: (inout HubHistory, Scenario.Source, ThreadID) -> Bool
  ) {
    let isFree = !isSomebodyDelivering
    guard accept(&history, source, threadID(thread)), isFree else { return }
    updateCall(on: thread) { [last = history.accepted.count - 1] in $0.accepted = last }
  }

  /// Delivers, and then what has come meanwhile.
  mutating func deliver(_ item: Item, if delivers: Bool, then rest: Frame, on thread: Int) {
    guard delivers else { return }
    push(rest, on: thread)
    let numbers = rules.audience(of: item, hub).map { number(of: $0) }
    push(.deliver(Round(item: item, seats: numbers, from: threadID(thread))), on: thread)
  }

  // MARK: Writing

  /// `Hub.set`, where nothing of the user is called.
  mutating func set(_ value: Int, in run: RunID, on thread: Int) {
    let current = history.current
    let version = hub.version
    let publication = inSection(on: thread) { $0.set(value, in: run, &$1) }
    if history.isOpen(to: run) {
      if hub.version == version {
        if value != current { fail(.v3, "\(value) is set over \(current ?? 0) and does not update") }
        return
      }
      checkWrite(of: value, as: .set(value), over: current)
    }
    noteAcceptance(on: thread) { history, source, id in
      history.publish(value, in: run, on: id, limit: source.memoryLimit)
    }
    deliver(.update(value), if: publication.delivers, then: .rest, on: thread)
  }

  /// `Hub.write`: reads what the change starts from. What the user computes comes with the next step.
  mutating func beginWrite(_ change: Change, in run: RunID, on thread: Int) {
    let reading = inSection(on: thread) { $0.beginWrite(&$1) }
    compute(change, from: reading, in: run, on: thread)
  }

  private mutating func compute(_ change: Change, from reading: State.Reading, in run: RunID, on thread: Int) {
    if reading.current != history.current {
      fail(.v3, "a change is measured against \(reading.current), but \(history.current ?? 0) was set last")
    }
    push(.commitWrite(change, run, current: reading.current, version: reading.version), on: thread)
  }

  mutating func commitWrite(_ change: Change, in run: RunID, to current: Int, version: UInt, on thread: Int) {
    let value = change.applied(to: current)
    if rules.isSame(current, value) {
      return inSection(on: thread) { $1.hub.cancelWrite(on: $1.thread) }
    }
    switch inSection(on: thread, { $0.commitWrite(value, over: version, in: run, &$1) }) {
    case .stale(let newer):
      compute(change, from: newer, in: run, on: thread)
    case .committed(let publication):
      if history.isOpen(to: run) { checkWrite(of: value, as: change, over: history.current) }
      noteAcceptance(on: thread) { history, source, id in
        history.publish(value, in: run, on: id, limit: source.memoryLimit)
      }
      deliver(.update(value), if: publication.delivers, then: .rest, on: thread)
    }
  }

  private mutating func checkWrite(of value: Int, as change: Change, over current: Int?) {
    guard let current else { return }
    if case .set = change, value == current { fail(.v3, "\(value) is set over \(value) and updates") }
    if change.applied(to: current) != value { fail(.v5, "a mutation of \(current) makes \(value)") }
  }
}
