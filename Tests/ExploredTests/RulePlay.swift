#if TIDINGS_EXPLORED_THREADS
  import TidingsAdapters
  import TidingsCore
  import ThreadExplorer

  /// An operator with several upstreams, made for one scenario, and its one subscriber.
  final class RulePlay: Sendable {
    let log = ExplorationLog()
    let sources = [BroadcastSource<Int>(), BroadcastSource<Int>(), BroadcastSource<Int>()]
    private let token = Held<Subscription>()
    private let slot = SubscriptionSlot()

    /// - Parameters:
    ///   - reaction: What the subscriber does with an update.
    func join(_ publisher: Broadcaster<Int>, reaction: (@Sendable (RulePlay, Int) -> Void)? = nil) {
      log.record(.joining(0))
      let subscription = publisher.attachment(into: slot) { [log, unowned self] update in
        log.record(.calls(0, update))
        userCode(log)
        reaction?(self, update)
        log.record(.returns(0))
      }
      log.record(.joined(0))
      subscription.whenEnded { [log] in log.record(.ends(0)) }
      token.hold(subscription)
    }

    /// Gives the subscription up, as an operator behind it does: that may be while it is being made.
    func leave() {
      log.record(.leaving(0))
      slot.invalidate()
      log.record(.left(0))
    }

    /// Gives the subscription up by its token.
    func drop() {
      log.record(.leaving(0))
      token.current?.invalidate()
      log.record(.left(0))
    }

    /// - Parameters:
    ///   - updates: What must arrive, in any order of the upstreams.
    ///   - isEnded: Whether the subscription must have ended.
    func violation(updates: Set<Int>? = nil, isEnded: Bool = false) -> String? {
      (log.breach ?? calls ?? leftover ?? wrongUpdates(updates) ?? wrongEnd(isEnded)).map { "\($0)\n\(log.events)" }
    }

    private var isLeft: Bool { log.index(of: .left(0)) != nil }

    private var calls: String? {
      if let breach = log.overlap(of: 0) ?? log.callAfterLeaving(of: 0) { return breach }
      let updates = log.updates(of: 0)
      for source in 0...2 {
        let own = updates.filter { $0 / 100 == source }
        if own != own.sorted() { return "P4: \(own) is the order of one upstream" }
      }
      return nil
    }

    /// A subscription that is over leaves none behind upstream.
    private var leftover: String? {
      guard isLeft || log.index(of: .ends(0)) != nil else { return nil }
      let left = sources.indices.filter { sources[$0].hasSubscribers }
      return left.isEmpty ? nil : "P8: the subscription to upstream \(left) is left behind"
    }

    private func wrongUpdates(_ expected: Set<Int>?) -> String? {
      let updates = log.updates(of: 0)
      guard let expected, !isLeft else { return nil }
      return Set(updates) == expected && updates.count == expected.count ? nil : "P6: \(updates) arrive"
    }

    private func wrongEnd(_ isEnded: Bool) -> String? {
      let ends = log.events.filter { $0 == .ends(0) }.count
      if ends > 1 { return "P10: the end is told \(ends) times" }
      guard ends > 0 else { return isEnded && !isLeft ? "P10: the end is not told" : nil }
      return isEnded ? log.callAfterEnd(of: 0) : "P10: the end is told and none is due"
    }

    // MARK: Rules

    /// Passes on what comes from two upstreams, and ends with them.
    var merge: Broadcaster<Int> {
      sources[0].broadcaster.merge(with: sources[1].broadcaster)
    }

    /// Answers each input with two outputs.
    var twice: Broadcaster<Int> {
      ofTwo { input, outlet in outlet(contentsOf: [input, input + 1]) }
    }

    /// Ends with the first input.
    var ending: Broadcaster<Int> {
      ofTwo { input, outlet in
        outlet(input)
        outlet.end()
      }
    }

    /// A rule that two upstreams come in at.
    private func ofTwo(_ rule: @escaping @Sendable (Int, Outlet<Int>) -> Void) -> Broadcaster<Int> {
      Broadcaster(
        Funnel<Int, Int>(
          from: { [sources] inlets in
            inlets.connect(sources[0].broadcaster)
            inlets.connect(sources[1].broadcaster)
          }, rule))
    }

    /// Is told of the ends of both upstreams, as 50 and 150, and passes them on.
    var told: Broadcaster<Int> {
      Broadcaster(
        Funnel<Int, Int>(
          from: { [sources] inlets in
            inlets.connect(sources[0].broadcaster, ended: 50) { $0 }
            inlets.connect(sources[1].broadcaster, ended: 150) { $0 }
            inlets.endWithAll()
          }, { input, outlet in outlet(input) }))
    }

    /// Follows the upstream whose number comes from upstream 0, and forgets the one before.
    var latest: Broadcaster<Int> {
      Broadcaster(
        Funnel<Int, Int>(
          from: { [sources] inlets in inlets.connect(sources[0].broadcaster) }, remembering: SubscriptionSlot?.none,
          { [sources] followed, input, outlet, inlets in
            guard input < 100 else { return outlet(input) }
            if let slot = followed { inlets.disconnect(slot) }
            followed = inlets.connect(sources[input].broadcaster) { $0 }
          }))
    }

    /// Follows a value, or the upstream whose number comes from upstream 0.
    func flatMapLatest(_ value: PublishedProperty<Int>? = nil) -> Broadcaster<Int> {
      sources[0].broadcaster.flatMapLatest { [sources] number in
        value.flatMap { number == 2 ? Broadcaster($0) : nil } ?? sources[number].broadcaster
      }
    }

    /// Puts 42 in later, each time that upstream 0 has sent something.
    ///
    /// - Parameter givesUp: Whether it thinks better of it immediately.
    func late(
      on queue: some UpdateScheduler, endsWithAll: Bool = false, givesUp: Bool = false
    ) -> Broadcaster<Int> {
      Broadcaster(
        Funnel<Int, Int>(
          from: { [sources] inlets in
            inlets.connect(sources[0].broadcaster)
            if endsWithAll { inlets.endWithAll() }
          }, remembering: (),
          { _, input, outlet, inlets in
            outlet(input)
            guard input != 42 else { return }
            let later = inlets.put(42, after: .seconds(1), on: queue)
            if givesUp { inlets.disconnect(later) }
          }))
    }

    /// Merges a publisher from elsewhere, which delivers its first update before it has a token, with another.
    var foreign: Broadcaster<Int> {
      Broadcaster(
        Funnel<Int, Int>(
          from: { [sources] inlets in
            inlets.connect(Foreign(source: sources[0]))
            inlets.connect(sources[1].broadcaster)
          }, { input, outlet in outlet(input) }))
    }
  }

  extension RulePlay {
    /// Brings two values together, which begin with 0 and 100.
    func together(_ first: PublishedProperty<Int>, _ second: PublishedProperty<Int>) -> Broadcaster<Int> {
      Broadcaster(
        Funnel<Int, Int>(
          from: { inlets in
            inlets.together {
              inlets.connect(first)
              inlets.connect(second)
            }
          }, { input, outlet in outlet(input) }))
    }

    /// The first that arrive before `subscribe` returns.
    var missingFirst: String? {
      guard let joined = log.index(of: .joined(0)) else { return nil }
      let early = log.events[..<joined].compactMap { if case .calls(0, let update) = $0 { update } else { nil } }
      return early.contains { $0 < 100 } && early.contains { $0 >= 100 }
        ? nil : "V1: only \(early) have arrived when subscribe returns\n\(log.events)"
    }
  }

  /// A publisher of a user's: begins with 1.
  struct Foreign: Publisher {
    let source: BroadcastSource<Int>

    func attach(_ receive: @escaping @Sendable (Int) -> Void) -> Subscription {
      receive(1)
      return source.attach(receive)
    }
  }
#endif
