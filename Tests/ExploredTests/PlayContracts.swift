#if TIDINGS_EXPLORED_THREADS
  /// The contracts that what was recorded has to keep, by their numbers. Each returns what is wrong.
  extension Play {
    /// The first contract that is broken.
    func violation() -> String? {
      for subscriber in subscribers {
        let violation =
          overlap(subscriber) ?? callAfterLeaving(subscriber) ?? wrongOrder(subscriber) ?? gap(subscriber)
          ?? wrongMembership(subscriber) ?? wrongStart(subscriber) ?? wrongEnd(subscriber) ?? leak(subscriber)
        if let violation { return "\(violation)\n\(log.events)" }
      }
      return nil
    }

    private func overlap(_ subscriber: Int) -> String? {
      var isRunning = false
      for event in log.events {
        switch event {
        case .calls(subscriber, _):
          if isRunning { return "P3: \(subscriber) is called while it runs" }
          isRunning = true
        case .returns(subscriber): isRunning = false
        default: break
        }
      }
      return nil
    }

    /// No point lies between the last look at a subscription and the call: so nothing may begin any more.
    private func callAfterLeaving(_ subscriber: Int) -> String? {
      guard let left = log.index(of: .left(subscriber)) else { return nil }
      for event in log.events[left...] {
        if case .calls(subscriber, _) = event { return "P2: \(subscriber) is called after it has left" }
        if event == .ends(subscriber) { return "P10: \(subscriber) is told the end after it has left" }
      }
      return nil
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
      guard subscriber != 0, let first = some.first else { return nil }
      guard let start = all.firstIndex(of: first), all[start...].starts(with: some) else {
        return "P4 V2: \(subscriber) gets \(some) of \(all)"
      }
      let hasStayed = log.index(of: .leaving(subscriber)) == nil
      return hasStayed && all[start...].count != some.count
        ? "P6 V2: \(subscriber) misses the last: \(some) of \(all)" : nil
    }

    /// Who had joined before an update was sent gets it, and who joined after it had been does not.
    private func wrongMembership(_ subscriber: Int) -> String? {
      let updates = log.updates(of: subscriber)
      let joining = log.index(of: .joining(subscriber)) ?? 0
      let joined = log.index(of: .joined(subscriber)) ?? .max
      // What waited for another thread's delivery when it left is lost to it.
      let hasStayed = log.index(of: .leaving(subscriber)) == nil
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
          if sent < joining, updates.dropFirst(keepsLatest ? 1 : 0).contains(update) {
            return "P6: \(subscriber) gets \(update), sent before it joined"
          }
        default: break
        }
      }
      return nil
    }

    var keepsLatest: Bool { initial != nil }

    /// A value comes first, before `subscribe` returns.
    private func wrongStart(_ subscriber: Int) -> String? {
      guard keepsLatest, let joined = log.index(of: .joined(subscriber)) else { return nil }
      let calls = log.events[..<joined].contains { if case .calls(subscriber, _) = $0 { true } else { false } }
      return calls ? nil : "V1: \(subscriber) has no value when subscribe returns"
    }

    /// The end is told once, last, and to nobody else.
    private func wrongEnd(_ subscriber: Int) -> String? {
      let ends = log.events.filter { $0 == .ends(subscriber) }.count
      let hasFinished = log.index(of: .finished) != nil
      if ends > (hasFinished ? 1 : 0) { return "P10: \(subscriber) is told the end \(ends) times" }
      if hasFinished, ends == 0, log.index(of: .leaving(subscriber)) == nil {
        return "P10: \(subscriber) is not told the end"
      }
      guard let end = log.index(of: .ends(subscriber)) else { return nil }
      let late = log.events[end...].contains { if case .calls(subscriber, _) = $0 { true } else { false } }
      return late ? "P10: \(subscriber) gets something after the end" : nil
    }

    /// The closure of whoever has left or ended is let go.
    private func leak(_ subscriber: Int) -> String? {
      !isActive(subscriber) && isHeld(subscriber) ? "P2 P10: the closure of \(subscriber) is never let go" : nil
    }
  }
#endif
