#if TIDINGS_EXPLORED_THREADS
  import Synchronization
  import TidingsAdapters
  import TidingsCore
  import ThreadExplorer

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
      ExploredScenario("funnel: three inputs come in front of what it starts with", preemptions: 2) { scene in
        let log = ExplorationLog()
        let hub = Hub<Int>()
        let token = hub.join { log.record(.calls(0, $0)) }
        // Nothing is put in before an upstream has been subscribed to.
        let isConnected = Mutex(false)
        scene.thread {
          let start = FunnelStart()
          hub.hold(start) {
            isConnected.withLock { $0 = true }
            hub.put(200, during: start, in: .standing)
          }
          log.record(.joined(0))
        }
        for updates in [[1, 2], [101]] {
          scene.thread { if isConnected.withLock({ $0 }) { for update in updates { hub.publish(update) } } }
        }
        scene.expect {
          withExtendedLifetime(token) {}
          let events = log.events
          let hasStarted = events.firstIndex(of: .calls(0, 200)) ?? .max < events.firstIndex(of: .joined(0)) ?? .max
          return hasStarted ? nil : "V1: what a funnel starts with comes when it has started: \(events)"
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
      ExploredScenario("combineLatest: what it knew is let go when the subscriber has left", preemptions: 2) { scene in
        let log = ExplorationLog()
        let (first, second) = (PublishedProperty(Keeper(0, log)), PublishedProperty(0))
        let token = first.publishedValue.combineLatest(second.publishedValue).attach { _, _ in }
        scene.thread { first.value = Keeper(1, log) }
        scene.thread { token.invalidate() }
        scene.expect {
          first.value = Keeper(2, log)
          withExtendedLifetime((second, token)) {}
          return log.index(of: .letsGo(1)) == nil ? "P8: a value is held for a subscription that is over" : log.breach
        }
      },
      ExploredScenario("flatMapLatest: the one before sends, another is followed", preemptions: 2) { scene in
        let play = RulePlay()
        let value = PublishedProperty(200)
        play.join(play.flatMapLatest(value))
        play.sources[0].send(1)
        scene.thread { play.sources[0].send(2) }
        scene.thread { play.sources[1].send(101) }
        scene.expect {
          withExtendedLifetime(value) {}
          let updates = play.log.updates(of: 0)
          return updates == [200, 101] ? "P2: an update of one that is no longer followed arrives" : play.violation()
        }
      },
      ExploredScenario("flatMapLatest: the subscriber leaves while it is following", preemptions: 2) { scene in
        let play = RulePlay()
        let value = PublishedProperty(200)
        let isFollowed = Mutex(false)
        let inner = Broadcaster(
          value.publishedValue.map { update in
            isFollowed.withLock { $0 = true }
            userCode()
            return update
          })
        play.join(play.sources[0].broadcaster.flatMapLatest { _ in inner })
        scene.thread { play.sources[0].send(1) }
        scene.thread {
          // Its slot is filled by then, though its token is not known.
          guard isFollowed.withLock({ $0 }) else { return }
          play.leave()
          if value.hasSubscribers { play.log.record(.breach("P8: giving up has left a subscription behind")) }
        }
        scene.expect { play.violation() }
      },
      ExploredScenario("flatMapLatest: the one before ends, another is followed", preemptions: 1) { scene in
        let play = RulePlay()
        play.join(play.flatMapLatest())
        play.sources[0].send(1)
        scene.thread {
          for number in [2, 1, 2] { play.sources[0].send(number) }
          play.sources[0].finish()
        }
        scene.thread {
          play.sources[1].send(101)
          play.sources[1].finish()
        }
        scene.expect { play.violation() }
      },
      ExploredScenario("concat: giving up ends the first", preemptions: 0) { scene in
        let play = RulePlay()
        let first = play.sources[0]
        let (source, nextSource) = (Held<BroadcastSource<Int>>(), Held<BroadcastSource<Int>>())
        let ending = Broadcaster<Int> {
          source.hold($0)
          return Subscription { first.finish() }
        }
        let next = Broadcaster<Int> { [log = play.log] in
          nextSource.hold($0)
          log.record(.starts)
          return Subscription {}
        }
        play.join(ending.merge(with: first.broadcaster.append(next)))
        scene.thread { play.leave() }
        scene.expect {
          play.log.index(of: .starts) == nil ? play.violation() : "P8: one is followed for a subscription that is over"
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
