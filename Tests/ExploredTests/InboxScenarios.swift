#if TIDINGS_EXPLORED_THREADS
  import TidingsCore
  import ThreadExplorer

  /// A subscription that receives its updates in a place, in one schedule.
  final class InboxPlay: Sendable {
    let log = ExplorationLog()
    let queue: ExploredQueue
    private let source = BroadcastSource<Int>()
    private let buffering: Buffering
    private let token = Held<Subscription>()

    init(_ buffering: Buffering = .unbounded, reaction: (@Sendable (InboxPlay, Int) -> Void)? = nil) {
      self.buffering = buffering
      queue = ExploredQueue(log)
      let keeper = Keeper(0, log)
      let overflow = InboxOverflow<Int>(buffering, dropped: { [log] in log.record(.drops($0)) })
      let subscription = Inbox.subscribe(
        to: source.attachment, at: .scheduler(queue), slot: SubscriptionSlot(), calledFrom: nil, overflow: overflow,
        ended: EndHandler { [log, queue] in
          if !queue.isCurrent { log.record(.breach("P10: the end is told outside of the place")) }
          log.record(.ends(0))
        }
      ) { [log, queue, unowned self] update in
        if !queue.isCurrent { log.record(.breach("P9: \(update) is delivered outside of the place")) }
        log.record(.calls(0, update))
        userCode(log)
        reaction?(self, update)
        log.record(.returns(0))
        withExtendedLifetime(keeper) {}
      }
      token.hold(subscription)
    }

    func send(_ update: Int) {
      log.record(.sending(update))
      source.send(update)
      log.record(.sent(update))
    }

    func finish() {
      log.record(.finishing)
      source.finish()
      log.record(.finished)
    }

    /// - Parameter isLast: Whether this is done in the place, where nothing comes after it.
    func leave(isInPlace: Bool) {
      log.record(.leaving(0))
      token.current?.invalidate()
      if isInPlace { log.record(.left(0)) }
    }

    func whenEnded(handler: Int) {
      log.record(.adding(handler: handler, 0))
      token.current?.whenEnded { [log] in log.record(.runs(handler: handler)) }
      log.record(.added(handler: handler, 0))
    }

    func violation() -> String? {
      (log.breach ?? calls ?? order ?? room ?? end ?? release).map { "\($0)\n\(log.events)" }
    }

    private var isLeft: Bool { log.index(of: .leaving(0)) != nil }

    private var calls: String? {
      log.overlap(of: 0) ?? log.callAfterLeaving(of: 0)
    }

    /// In order, everything that was not dropped, and immediately where it was published in the place and nothing waited.
    private var order: String? {
      let updates = log.updates(of: 0)
      let dropped = Set(log.events.compactMap { if case .drops(let update) = $0 { update } else { nil } })
      for sender in Set(updates.map { $0 / 100 }) {
        let own = updates.filter { $0 / 100 == sender }
        if own != own.sorted() { return "P9: the order is \(own)" }
      }
      if Set(updates).count != updates.count { return "P9: one comes twice: \(updates)" }
      let accepted = log.events.prefix { $0 != .finishing }
      for case .sent(let update) in accepted where !isLeft && !updates.contains(update) && !dropped.contains(update) {
        return "P9: \(update) never arrives"
      }
      return log.events.prefix(2) == [.sending(900), .sent(900)] ? "P9: 900 could be delivered immediately" : nil
    }

    /// The oldest or the newest of the updates that wait is dropped, and only where there is no room.
    private var room: String? {
      var waiting: [Int] = []
      for event in log.events {
        switch event {
        case .sending(let update): waiting.append(update)
        case .calls(_, let update): waiting.removeAll { $0 == update }
        case .drops(let update):
          switch buffering {
          case .unbounded: return "P9: \(update) is dropped"
          case .newest(let limit):
            if waiting.count <= limit || update == waiting.last { return "P9: \(update) of \(waiting) is dropped" }
          case .oldest(let limit):
            if waiting.count <= limit || update == waiting.first { return "P9: \(update) of \(waiting) is dropped" }
          }
          waiting.removeAll { $0 == update }
        case .sent where !isLeft:
          // One may be on its way to the closure.
          switch buffering {
          case .unbounded: break
          case .newest(let limit), .oldest(let limit):
            if waiting.count > limit + 1 { return "P9: \(waiting) wait, which are more than \(limit)" }
          }
        default: break
        }
      }
      return nil
    }

    private var end: String? {
      let ends = log.events.filter { $0 == .ends(0) }.count
      if ends == 0, log.index(of: .finished) != nil, !isLeft { return "P10: the end is not told" }
      if ends > 1 { return "P10: the end is told \(ends) times" }
      if ends == 1, token.current?.isActive == true { return "P10: it is active after its end" }
      for case .added(let handler, 0) in log.events where !isLeft {
        let runs = log.events.filter { $0 == .runs(handler: handler) }.count
        if runs != ends { return "P10: handler \(handler) runs \(runs) times" }
      }
      return log.callAfterEnd(of: 0)
    }

    private var release: String? {
      let isOver = isLeft || log.index(of: .ends(0)) != nil
      return isOver && log.index(of: .letsGo(0)) == nil ? "P2: the closure is never let go" : nil
    }
  }

  extension Scene {
    /// Threads that act on a play, the first of them in the place of the subscription.
    func act(
      _ play: InboxPlay, inPlace: (@Sendable (InboxPlay) -> Void)? = nil, _ threads: (@Sendable (InboxPlay) -> Void)...
    ) {
      if let inPlace { thread { play.queue.run { inPlace(play) } } }
      for body in threads { thread { body(play) } }
      expect { play.violation() }
    }
  }

  extension ExploredScenario {
    static let inboxes: [ExploredScenario] = [
      ExploredScenario("inbox: published in its place", preemptions: 3) { scene in
        scene.act(InboxPlay(), inPlace: { $0.send(900) }, { $0.send(1) })
      },
      ExploredScenario("inbox: published in its place and elsewhere", preemptions: 2) { scene in
        scene.act(
          InboxPlay(),
          inPlace: {
            $0.send(901)
            $0.send(902)
          },
          {
            $0.send(1)
            $0.send(2)
          })
      },
      ExploredScenario("inbox: two publishers", preemptions: 2) { scene in
        scene.act(
          InboxPlay(), { $0.send(1) },
          {
            $0.send(101)
            $0.send(102)
          })
      },
      ExploredScenario("inbox: more than one job delivers", preemptions: 1) { scene in
        scene.act(InboxPlay(), { play in for update in 1...18 { play.send(update) } })
      },
      ExploredScenario("inbox: one job has delivered all that it may, another update comes", preemptions: 1) { scene in
        scene.act(
          InboxPlay(), { play in for update in 1...16 { play.send(update) } },
          { $0.send(101) })
      },
      ExploredScenario("inbox: publisher, given up in its place", preemptions: 2) { scene in
        scene.act(
          InboxPlay(), inPlace: { $0.leave(isInPlace: true) },
          {
            $0.send(1)
            $0.send(2)
          })
      },
      ExploredScenario("inbox: publisher, given up elsewhere", preemptions: 2) { scene in
        scene.act(
          InboxPlay(),
          {
            $0.send(1)
            $0.send(2)
          }, { $0.leave(isInPlace: false) })
      },
      ExploredScenario("inbox: publisher that finishes", preemptions: 2) { scene in
        scene.act(
          InboxPlay(), inPlace: { $0.send(901) },
          {
            $0.send(1)
            $0.finish()
          })
      },
      ExploredScenario("inbox: a late handler, finish", preemptions: 3) { scene in
        scene.act(InboxPlay(), { $0.whenEnded(handler: 1) }, { $0.finish() })
      },
      ExploredScenario("inbox: finish, given up in its place and elsewhere", preemptions: 2) { scene in
        scene.act(
          InboxPlay(), inPlace: { $0.leave(isInPlace: true) }, { $0.finish() }, { $0.leave(isInPlace: false) })
      },
      ExploredScenario("inbox: publishes and leaves inside a delivery", preemptions: 2) { scene in
        let play = InboxPlay { play, update in
          if update == 1 { play.send(901) }
          if update == 901 { play.leave(isInPlace: true) }
        }
        scene.act(
          play,
          {
            $0.send(1)
            $0.send(2)
          })
      },
      ExploredScenario("inbox: the newest one waits", preemptions: 2) { scene in
        scene.act(InboxPlay(.newest(1)), { play in for update in 1...3 { play.send(update) } })
      },
      ExploredScenario("inbox: the oldest one waits", preemptions: 2) { scene in
        scene.act(InboxPlay(.oldest(1)), { play in for update in 1...3 { play.send(update) } })
      },
      ExploredScenario("inbox: there is room for both", preemptions: 2) { scene in
        scene.act(
          InboxPlay(.oldest(2)),
          {
            $0.send(1)
            $0.send(2)
            $0.finish()
          })
      },
    ]
  }
#endif
