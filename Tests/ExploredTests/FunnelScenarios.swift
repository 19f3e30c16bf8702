#if TIDINGS_EXPLORED_THREADS
  import Synchronization
  import ThreadExplorer
  import TidingsAdapters
  import TidingsCore

  extension ExploredScenario {
    static let funnels: [ExploredScenario] = [
      ExploredScenario("merge: two publishers") { scene in
        let play = Play.merged()
        scene.act(play, { $0.send(1) }, { $0.send(101) })
      },
      ExploredScenario("merge: publisher, the subscriber leaves") { scene in
        let play = Play.merged()
        play.join(1)
        scene.act(play, { $0.send(1) }, { $0.leave(1) })
      },
      ExploredScenario("combineLatest: two values are set") { scene in
        let (first, second) = (PublishedProperty(0), PublishedProperty(0))
        let seen = Mutex([[Int]]())
        let token = first.publishedValue.combineLatest(second.publishedValue).attach { left, right in
          userCode()
          seen.withLock { $0.append([left, right]) }
        }
        scene.thread { first.value = 1 }
        scene.thread { second.value = 1 }
        scene.expect {
          withExtendedLifetime(token) {}
          let pairs = seen.withLock { $0 }
          if pairs.first != [0, 0] { return "V1: \(pairs)" }
          if pairs.last != [1, 1] { return "V2: \(pairs)" }
          return pairs.count > 3 ? "V3: \(pairs)" : nil
        }
      },
      ExploredScenario("combineLatest: a value is set, one subscribes") { scene in
        let (first, second) = (PublishedProperty(0), PublishedProperty(0))
        let seen = Mutex([[Int]]())
        let held = Held<Subscription>()
        let combined = first.publishedValue.combineLatest(second.publishedValue)
        scene.thread { first.value = 1 }
        scene.thread {
          held.hold(combined.attach { left, right in seen.withLock { $0.append([left, right]) } })
        }
        scene.expect {
          held.letGo()
          let pairs = seen.withLock { $0 }
          return pairs == [[0, 0], [1, 0]] || pairs == [[1, 0]] ? nil : "V1 V2: \(pairs)"
        }
      },
      // Its traces are too many: minutes did not go through them.
      ExploredScenario("combineLatest with events: a value is set, one subscribes", preemptions: 2) { scene in
        let first = PublishedProperty(0)
        let seen = Mutex([Int]())
        let seenAtFirst = Mutex([Int]())
        let held = Held<Subscription>()
        let combined = first.publishedValue.combineLatest(Broadcaster.just("a"))
        scene.thread { first.value = 1 }
        scene.thread {
          held.hold(combined.attach { value, _ in seen.withLock { $0.append(value) } })
          seenAtFirst.withLock { $0 = seen.withLock { $0 } }
        }
        scene.expect {
          held.letGo()
          let values = seen.withLock { $0 }
          if seenAtFirst.withLock({ $0.isEmpty }) { return "V1: nothing when subscribe returns, then \(values)" }
          return values == [0, 1] || values == [1] ? nil : "V2: \(values)"
        }
      },
      ExploredScenario("merge: the subscription is given up while it is made") { scene in
        let source = BroadcastSource<Int>()
        let merged = source.broadcaster.merge(with: Broadcaster<Int>.never).attachmentForComposing
        let slot = SubscriptionSlot()
        let held = Held<Subscription>()
        scene.thread { held.hold(merged(into: slot) { _ in }) }
        scene.thread { slot.invalidate() }
        scene.expect { source.hasSubscribers ? "P8: a subscription is left behind" : nil }
      },
      ExploredScenario("broadcaster that starts: an old run sends, a fresh start", preemptions: 2) { scene in
        let log = ExplorationLog()
        let (old, fresh) = (Held<BroadcastSource<Int>>(), Held<BroadcastSource<Int>>())
        let broadcaster = Broadcaster<Int> { source in
          if old.current == nil { old.hold(source) } else { fresh.hold(source) }
          return Subscription {}
        }
        let first = broadcaster.attach { log.record(.calls(0, $0)) }
        let second = Held<Subscription>()
        scene.thread {
          first.invalidate()
          second.hold(
            broadcaster.attach {
              log.record(.calls(1, $0))
              userCode()
            })
          fresh.current?.send(101)
        }
        scene.thread {
          old.current?.send(1)
          old.current?.send(2)
        }
        scene.expect {
          second.letGo()
          let updates = log.updates(of: 1)
          return updates == [101] ? nil : "T4: a subscriber of a fresh run gets \(updates), and 101 is sent there"
        }
      },
      ExploredScenario("broadcaster that starts: two come and go") { scene in
        let log = ExplorationLog()
        let broadcaster = Broadcaster<Int> { _ in
          log.record(.starts)
          userCode()
          log.record(.started)
          return Subscription {
            log.record(.stops)
            userCode()
            log.record(.stopped)
          }
        }
        for _ in 1...2 { scene.thread { broadcaster.attach { _ in }.invalidate() } }
        scene.expect {
          let events = log.events
          let expected: [Event] = [.starts, .started, .stops, .stopped]
          let isRight = events.count % 4 == 0 && events.enumerated().allSatisfy { $1 == expected[$0 % 4] }
          // Both may have shared a run that was over before it was started.
          return isRight ? nil : "T1: \(events)"
        }
      },
    ]
  }

  extension Play {
    static func merged(joins: Bool = true) -> Play {
      let (first, second) = (BroadcastSource<Int>(), BroadcastSource<Int>())
      let play = Play(
        first.broadcaster.merge(with: second.broadcaster), stages: 2,
        send: { $0 < 100 ? first.send($0) : second.send($0) },
        finish: {
          first.finish(); second.finish()
        })
      if joins { play.join(0) }
      return play
    }
  }
#endif
