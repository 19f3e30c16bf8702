#if TIDINGS_EXPLORED_THREADS
  import TidingsCore

  /// The contracts that what was recorded has to keep, by their numbers. Each returns what is wrong.
  extension Play {
    /// The first contract that is broken.
    func violation() -> String? {
      let violation = log.breach ?? subscribers.firstResult(violation(of:)) ?? crossing ?? wrongHandler ?? help
      return violation.map { "\($0)\n\(log.events)" }
    }

    private func violation(of subscriber: Int) -> String? {
      log.overlap(of: subscriber) ?? log.callAfterLeaving(of: subscriber) ?? wrongOrder(subscriber) ?? gap(subscriber)
        ?? wrongMembership(subscriber) ?? wrongStart(subscriber) ?? wrongEnd(subscriber) ?? leak(subscriber)
        ?? lateRelease(subscriber)
    }

    /// Updates are numbered so that what one thread sends rises, and its tens tell the thread.
    private func wrongOrder(_ subscriber: Int) -> String? {
      let updates = log.updates(of: subscriber).filter { $0 > 0 }
      for sender in Set(updates.map { $0 / 100 }) {
        let own = updates.filter { $0 / 100 == sender }
        if own != own.sorted() { return "P4: \(subscriber) gets \(own)" }
      }
      return Set(updates).count < updates.count ? "V2: \(subscriber) gets one twice: \(updates)" : nil
    }

    /// Whoever came late or left early has seen a part of what the first has seen, without a gap.
    private func gap(_ subscriber: Int) -> String? {
      let all = log.updates(of: 0)[...]
      let some = log.updates(of: subscriber)
      guard subscriber != 0, hasStayed(0), let first = some.first else { return nil }
      guard let start = all.firstIndex(of: first), all[start...].starts(with: some) else {
        return "P4 V2: \(subscriber) gets \(some) of \(all)"
      }
      return hasStayed(subscriber) && all[start...].count != some.count
        ? "P6 V2: \(subscriber) misses the last: \(some) of \(all)" : nil
    }

    private func hasStayed(_ subscriber: Int) -> Bool {
      log.index(of: .leaving(subscriber)) == nil && log.index(of: .ending(subscriber)) == nil
    }

    /// Who had joined before an update was sent gets it, and who joined after it had been does not.
    private func wrongMembership(_ subscriber: Int) -> String? {
      let updates = log.updates(of: subscriber)
      let joining = log.index(of: .joining(subscriber)) ?? 0
      let joined = log.index(of: .joined(subscriber)) ?? .max
      // What waited for another thread's delivery when it left is lost to it.
      let hasStayed = hasStayed(subscriber)
      let finishing = log.index(of: .finishing) ?? .max
      let finished = log.index(of: .finished) ?? .max
      for (index, event) in log.events.enumerated() {
        switch event {
        case .sending(let update):
          let sent = log.index(of: .sent(update)) ?? .max
          let isGiven = updates.contains(update)
          if index > joined, sent < finishing, !isGiven, hasStayed {
            return "P6: \(subscriber) does not get \(update)"
          }
          if index > finished, isGiven { return "P8: \(subscriber) gets \(update), sent after the end" }
          // A value or a progress that is the latest comes first.
          let begun = log.events[..<joining].contains { if case .calls(_, update) = $0 { true } else { false } }
          if sent < joining || begun, updates.dropFirst(remembered).contains(update) {
            return "P6: \(subscriber) gets \(update), sent before it joined"
          }
        default: break
        }
      }
      return nil
    }

    /// A value comes first, before `subscribe` returns; of events, what is kept.
    private func wrongStart(_ subscriber: Int) -> String? {
      guard initial != nil else { return wrongReplay(subscriber) }
      guard let joined = log.index(of: .joined(subscriber)), hasStayed(subscriber) || leaves(subscriber, after: joined)
      else { return nil }
      let calls = log.events[..<joined].contains { if case .calls(subscriber, _) = $0 { true } else { false } }
      return calls ? nil : "V1: \(subscriber) has no value when subscribe returns"
    }

    private func leaves(_ subscriber: Int, after index: Int) -> Bool {
      log.index(of: .leaving(subscriber)) ?? .max > index
    }

    private func wrongReplay(_ subscriber: Int) -> String? {
      guard remembered > 0, subscriber != 0, let joining = log.index(of: .joining(subscriber)),
        let joined = log.index(of: .joined(subscriber))
      else { return nil }
      func count(until end: Event, _ isCounted: (Event) -> Bool) -> (before: Int, until: Int) {
        // An update that is sent after the end is not accepted.
        let open = log.events.prefix { $0 != end }
        return (open.prefix(joining).filter(isCounted).count, open.prefix(joined).filter(isCounted).count)
      }
      let sent = count(until: .finishing) { if case .sent = $0 { true } else { false } }
      let sending = count(until: .finished) { if case .sending = $0 { true } else { false } }
      let first = max(0, sent.before - remembered)...max(0, sending.until - remembered)
      let some = log.updates(of: subscriber)
      let all = log.updates(of: 0)
      guard let start = some.first.map({ all.firstIndex(of: $0) ?? -1 }) else {
        return sent.before > 0 ? "P6: \(subscriber) gets nothing of what is kept" : nil
      }
      return first.contains(start) ? nil : "P6: \(subscriber) begins with \(some) of \(all)"
    }

    /// The end is told once, last, and to nobody else.
    private func wrongEnd(_ subscriber: Int) -> String? {
      let ends = log.events.filter { $0 == .ends(subscriber) }.count
      let hasFinished = log.index(of: .finished) != nil || log.index(of: .ended(subscriber)) != nil
      if ends > (hasFinished ? 1 : 0) { return "P10: \(subscriber) is told the end \(ends) times" }
      if hasFinished, ends == 0, log.index(of: .leaving(subscriber)) == nil {
        return "P10: \(subscriber) is not told the end"
      }
      return log.callAfterEnd(of: subscriber)
    }

    /// Checks several subscribers together: nobody is called in the middle of another's call on the same thread, which would
    /// be out of order, and joining and leaving call nobody else.
    private var crossing: String? {
      for thread in threads {
        var stack: [Event] = []
        for event in log.events(on: thread) {
          switch event {
          case .calls(let subscriber, let update):
            if let message = wrongPlace(of: subscriber, update, inside: stack) { return message }
            stack.append(event)
          case .sending, .finishing, .joining, .leaving, .ending: stack.append(event)
          case .returns, .sent, .finished, .joined, .left, .ended: if !stack.isEmpty { stack.removeLast() }
          default: break
          }
        }
      }
      return subscribers.firstResult { early in
        subscribers.firstResult { late in wrongTurn(of: late, after: early) }
      }
    }

    private func wrongPlace(of subscriber: Int, _ update: Int, inside stack: [Event]) -> String? {
      let isInitial = stack.last == .joining(subscriber)
      if !isInitial, case .joining(let other) = stack.last {
        return "P1: \(subscriber) gets \(update) because \(other) joins"
      }
      if case .leaving(let other) = stack.last { return "P1: \(subscriber) gets \(update) because \(other) leaves" }
      let outer = stack.lastIndex { if case .calls = $0 { true } else { false } }
      // A value that is set inside an initial delivery goes to the others immediately.
      guard let outer, !isInitial, initial == nil, remembered == 0 else { return nil }
      return "P5: \(subscriber) gets \(update) inside the delivery of \(stack[outer])"
    }

    private func wrongTurn(of late: Int, after early: Int) -> String? {
      guard remembered == 0, let joined = log.index(of: .joined(early)), let joining = log.index(of: .joining(late)),
        joined < joining
      else { return nil }
      for update in log.updates(of: late) {
        guard let first = log.index(of: .calls(early, update)), let second = log.index(of: .calls(late, update)),
          second < first
        else { continue }
        return "P4: \(late) gets \(update) before \(early), which joined earlier"
      }
      return nil
    }

    private var threads: [ThreadNumber?] { [nil, .pool] + (0..<4).map { .thread($0) } }

    /// A handler runs once, if its subscription ends and is not given up before; also one that comes late.
    private var wrongHandler: String? {
      for case .added(let handler, let subscriber) in log.events {
        let runs = log.events.filter { $0 == .runs(handler: handler) }.count
        let isGivenUp = log.index(of: .left(subscriber)) ?? .max < log.index(of: .adding(handler: handler, subscriber))!
        let isDue = log.index(of: .leaving(subscriber)) == nil && log.index(of: .ends(subscriber)) != nil
        if runs > 1 { return "P10: handler \(handler) runs \(runs) times" }
        if runs == 1, isGivenUp { return "P10: handler \(handler) runs, which was added after giving up" }
        if runs == 0, isDue { return "P10: handler \(handler) does not run" }
      }
      return nil
    }

    /// A call delivers only so many updates of other threads, and hands nothing over before.
    private var help: String? {
      var largest = 0
      for thread in threads where thread != .pool {
        var helped: Set<Int> = []
        var depth = 0
        for event in log.events(on: thread) {
          switch event {
          case .sending, .finishing, .joining, .leaving:
            if depth == 0 { helped = [] }
            depth += 1
          case .sent, .finished, .joined, .left: depth -= 1
          case .calls(_, let update) where !log.events(on: thread).contains(.sending(update)) && update != initial:
            helped.insert(update)
            largest = max(largest, helped.count)
          default: break
          }
        }
      }
      // Each stage has the bound again for each update that the one before delivers. The initial update of a subscriber is
      // not help.
      let limit = (0..<stages).reduce(1) { count, _ in count * (1 + Roster.standardHelpLimit) } - 1 + remembered
      if largest > limit { return "P11: a call delivers \(largest) updates of other threads" }
      let isHandedOver = log.events(on: .pool).contains { if case .calls = $0 { true } else { false } }
      return isHandedOver && largest < Roster.standardHelpLimit
        ? "P11: a call hands over after \(largest) updates of other threads" : nil
    }

    /// A closure is let go before another update is delivered; one more may have been begun.
    private func lateRelease(_ subscriber: Int) -> String? {
      guard let left = log.index(of: .left(subscriber)), log.index(of: .letsGo(subscriber)) ?? .max > left else {
        return nil
      }
      let held = log.events[left...].prefix { $0 != .letsGo(subscriber) }
      let begun = Set(held.compactMap { if case .calls(_, let update) = $0 { update } else { nil } })
      return begun.count > 2 ? "P2: the closure of \(subscriber) is held while \(begun.sorted()) are delivered" : nil
    }

    /// The closure of whoever has left or ended is let go.
    private func leak(_ subscriber: Int) -> String? {
      !isActive(subscriber) && isHeld(subscriber) ? "P2 P10: the closure of \(subscriber) is never let go" : nil
    }
  }

  extension Sequence {
    /// The first result that is not nil.
    func firstResult<Result>(_ body: (Element) -> Result?) -> Result? {
      for element in self {
        if let result = body(element) { return result }
      }
      return nil
    }
  }
#endif
