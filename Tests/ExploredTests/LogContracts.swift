#if TIDINGS_EXPLORED_THREADS
  /// The contracts of one subscriber that hold whatever it has subscribed to. Each returns the breach, if there is one.
  extension ExplorationLog {
    func overlap(of subscriber: Int) -> String? {
      var isRunning = false
      for event in events {
        switch event {
        case .calls(subscriber, _):
          if isRunning { return "P3: \(subscriber) is called while it runs" }
          isRunning = true
        case .returns(subscriber): isRunning = false
        case .letsGo(subscriber):
          if isRunning { return "P2: the closure of \(subscriber) is let go in the middle of a call" }
        default: break
        }
      }
      return nil
    }

    /// No point lies between the last look at a subscription and the call: so nothing may begin any more.
    func callAfterLeaving(of subscriber: Int) -> String? {
      guard let left = index(of: .left(subscriber)) else { return nil }
      for event in events[left...] {
        if case .calls(subscriber, _) = event { return "P2: \(subscriber) is called after it has left" }
        if event == .ends(subscriber) { return "P10: \(subscriber) is told the end after it has left" }
      }
      return nil
    }

    func callAfterEnd(of subscriber: Int) -> String? {
      guard let end = index(of: .ends(subscriber)) else { return nil }
      let isLate = events[end...].contains { if case .calls(subscriber, _) = $0 { true } else { false } }
      return isLate ? "P10: \(subscriber) gets something after the end" : nil
    }
  }
#endif
