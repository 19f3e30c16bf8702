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
      Broadcaster(
        Funnel<Int, Int>(
          from: { [sources] inlets in
            inlets.connect(sources[0].broadcaster)
            inlets.connect(sources[1].broadcaster)
          }, { input, outlet in outlet(contentsOf: [input, input + 1]) }))
    }

    /// Ends with the first input.
    var ending: Broadcaster<Int> {
      Broadcaster(
        Funnel<Int, Int>(
          from: { [sources] inlets in
            inlets.connect(sources[0].broadcaster)
            inlets.connect(sources[1].broadcaster)
          },
          { input, outlet in
            outlet(input)
            outlet.end()
          }))
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

    /// Puts 42 in later, each time that upstream 0 has sent something.
    func late(on queue: ExploredQueue) -> Broadcaster<Int> {
      Broadcaster(
        Funnel<Int, Int>(
          from: { [sources] inlets in inlets.connect(sources[0].broadcaster) }, remembering: (),
          { _, input, outlet, inlets in
            outlet(input)
            if input != 42 { inlets.put(42, after: .seconds(1), on: queue) }
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

  extension ExploredScenario {
    static let rules: [ExploredScenario] = [
      ExploredScenario("funnel: two upstreams send and end", preemptions: 2) { scene in
        let play = RulePlay()
        play.join(play.merge)
        for number in 0...1 {
          scene.thread {
            play.sources[number].send(number * 100 + 1)
            play.sources[number].finish()
          }
        }
        scene.expect { play.violation(updates: [1, 101], isEnded: true) }
      },
      ExploredScenario("funnel: an upstream ends, another sends", preemptions: 3) { scene in
        let play = RulePlay()
        play.join(play.merge)
        scene.thread { play.sources[0].finish() }
        scene.thread { play.sources[1].send(101) }
        scene.expect { play.violation(updates: [101]) }
      },
      ExploredScenario("funnel: both upstreams have ended before", preemptions: 3) { scene in
        let play = RulePlay()
        for source in play.sources { source.finish() }
        scene.thread { play.join(play.merge) }
        scene.expect { play.violation(updates: [], isEnded: true) }
      },
      ExploredScenario("funnel: subscribing, an upstream ends", preemptions: 2) { scene in
        let play = RulePlay()
        let merge = play.merge
        scene.thread { play.join(merge) }
        for number in 0...1 { scene.thread { play.sources[number].finish() } }
        scene.expect { play.violation(updates: [], isEnded: true) }
      },
      ExploredScenario("funnel: a rule that is told of the ends", preemptions: 2) { scene in
        let play = RulePlay()
        play.join(play.told)
        for number in 0...1 { scene.thread { play.sources[number].finish() } }
        scene.expect { play.violation(updates: [50, 150], isEnded: true) }
      },
      ExploredScenario("funnel: a rule that is told of an end, the subscriber leaves", preemptions: 2) { scene in
        let play = RulePlay()
        play.join(play.told)
        scene.thread { play.sources[0].finish() }
        scene.thread { play.leave() }
        scene.expect { play.violation() }
      },
      ExploredScenario("funnel: two upstreams, the subscriber leaves", preemptions: 2) { scene in
        let play = RulePlay()
        play.join(play.merge)
        scene.thread { play.sources[0].send(1) }
        scene.thread { play.sources[1].send(101) }
        scene.thread { play.leave() }
        scene.expect { play.violation() }
      },
      leavingAtTheFirstOfTwo("the subscriber leaves") { $0.leave() },
      leavingAtTheFirstOfTwo("its token is given up") { $0.drop() },
      ExploredScenario("an operator gives its subscription up while it is made", preemptions: 3) { scene in
        let play = RulePlay()
        let mapped = play.sources[0].broadcaster.map { $0 }
        scene.thread { play.join(mapped) }
        scene.thread { play.leave() }
        scene.expect { play.violation() }
      },
      ExploredScenario("value: the subscriber leaves while it subscribes", preemptions: 3) { scene in
        let play = RulePlay()
        let property = PublishedProperty(0)
        scene.thread { play.join(Broadcaster(property)) }
        scene.thread { play.leave() }
        scene.expect {
          withExtendedLifetime(property) {}
          return play.violation()
        }
      },
      ExploredScenario("funnel: the rule ends the subscription, another upstream sends", preemptions: 2) { scene in
        let play = RulePlay()
        play.join(play.ending)
        for number in 0...1 { scene.thread { play.sources[number].send(number * 100 + 1) } }
        scene.expect { play.violation(isEnded: true) }
      },
      ExploredScenario("funnel: the subscriber leaves while it subscribes", preemptions: 2) { scene in
        let play = RulePlay()
        let foreign = play.foreign
        scene.thread { play.join(foreign) { play, update in if update == 1 { play.leave() } } }
        scene.thread { play.sources[0].send(2) }
        scene.expect { play.violation() }
      },
      ExploredScenario("funnel: an upstream from elsewhere, the subscriber leaves", preemptions: 2) { scene in
        let play = RulePlay()
        let foreign = play.foreign
        scene.thread { play.join(foreign) }
        scene.thread { play.leave() }
        scene.expect { play.violation() }
      },
      ExploredScenario("funnel: follows another upstream, the one before sends", preemptions: 2) { scene in
        let play = RulePlay()
        play.join(play.latest)
        play.sources[0].send(1)
        scene.thread { play.sources[0].send(2) }
        scene.thread { play.sources[1].send(101) }
        scene.expect {
          if play.sources[1].hasSubscribers { return "P8: the upstream before is still subscribed to" }
          play.sources[2].send(201)
          return play.log.updates(of: 0).last == 201 ? play.violation() : "P6: the upstream followed is not heard"
        }
      },
      ExploredScenario("funnel: follows an upstream, the subscriber leaves", preemptions: 2) { scene in
        let play = RulePlay()
        play.join(play.latest)
        scene.thread { play.sources[0].send(1) }
        scene.thread { play.leave() }
        scene.expect { play.violation() }
      },
      ExploredScenario("funnel: follows another upstream though both triggers come together", preemptions: 2) { scene in
        let play = RulePlay()
        play.join(play.latest)
        for number in 1...2 { scene.thread { play.sources[0].send(number) } }
        scene.expect {
          let followed = (1...2).filter { play.sources[$0].hasSubscribers }
          if followed.count != 1 { return "P8: \(followed) are subscribed to, and not one" }
          return play.sources[0].hasSubscribers ? play.violation() : "P6: another upstream is given up"
        }
      },
      ExploredScenario("funnel: an input that comes later, the subscriber leaves", preemptions: 2) { scene in
        let play = RulePlay()
        let queue = ExploredQueue(play.log)
        play.join(play.late(on: queue))
        scene.thread { play.sources[0].send(1) }
        scene.thread { play.leave() }
        scene.expect { play.violation() }
      },
      ExploredScenario("funnel: an input that comes later, and another", preemptions: 3) { scene in
        let play = RulePlay()
        let queue = ExploredQueue(play.log)
        play.join(play.late(on: queue))
        scene.thread { play.sources[0].send(1) }
        scene.expect { play.violation(updates: [1, 42]) }
      },
      ExploredScenario("funnel: subscribes to two values, one is set", preemptions: 2) { scene in
        let play = RulePlay()
        let (first, second) = (PublishedProperty(0), PublishedProperty(100))
        let together = play.together(first, second)
        scene.thread { play.join(together) }
        scene.thread { for value in 1...4 { first.value = value } }
        scene.expect {
          play.violation() ?? play.missingFirst
            ?? (Set(play.log.updates(of: 0)).isSuperset(of: [4, 100]) ? nil : "V2: \(play.log.updates(of: 0))")
        }
      },
      ExploredScenario("funnel: a subscriber that sets a value while it subscribes", preemptions: 2) { scene in
        let play = RulePlay()
        let (first, second) = (PublishedProperty(0), PublishedProperty(100))
        let together = play.together(first, second)
        scene.thread {
          play.join(together) { _, update in if update >= 100 { first.value += 1 } }
          second.value = 101
        }
        scene.thread { second.value = 201 }
        scene.expect {
          play.violation() ?? play.missingFirst
            ?? (Set(play.log.updates(of: 0)).isSuperset(of: [0, 1, 2]) ? nil : "V2: \(play.log.updates(of: 0))")
        }
      },
      ExploredScenario("funnel: both of two values are set when it has started", preemptions: 2) { scene in
        let play = RulePlay()
        let (first, second) = (PublishedProperty(0), PublishedProperty(100))
        let together = play.together(first, second)
        play.join(together)
        scene.thread { first.value = 1 }
        scene.thread { second.value = 101 }
        scene.expect { play.violation(updates: [0, 100, 1, 101]) }
      },
      ExploredScenario("a publisher from elsewhere, of which one is wanted", preemptions: 3) { scene in
        let play = RulePlay()
        let first = Broadcaster(Foreign(source: play.sources[0])).prefix(1)
        scene.thread { play.join(first) }
        scene.thread { play.sources[0].send(2) }
        scene.expect { play.violation(updates: [1], isEnded: true) }
      },
      ExploredScenario("combineLatest: a value is set, the subscriber leaves", preemptions: 3) { scene in
        let play = RulePlay()
        let (first, second) = (PublishedProperty(0), PublishedProperty(0))
        play.join(Broadcaster(first.publishedValue.combineLatest(second.publishedValue).map { $0 + $1 }))
        scene.thread { first.value = 1 }
        scene.thread { play.leave() }
        scene.expect {
          // The end of a value that goes away would be told.
          withExtendedLifetime((first, second)) {}
          return play.violation()
        }
      },
      ExploredScenario("concat: the first ends, the subscriber leaves", preemptions: 2) { scene in
        let play = RulePlay()
        play.join(play.sources[0].broadcaster.append(play.sources[1].broadcaster))
        scene.thread { play.sources[0].finish() }
        scene.thread { play.leave() }
        scene.expect { play.violation() }
      },
    ]

    private static func leavingAtTheFirstOfTwo(
      _ name: String, leave: @escaping @Sendable (RulePlay) -> Void
    ) -> ExploredScenario {
      ExploredScenario("funnel: two updates for an input, \(name)", preemptions: 2) { scene in
        let play = RulePlay()
        play.join(play.twice) { play, update in if update == 1 { leave(play) } }
        scene.thread { play.sources[0].send(1) }
        scene.thread { play.sources[1].send(101) }
        scene.expect { play.violation() }
      }
    }
  }
#endif
