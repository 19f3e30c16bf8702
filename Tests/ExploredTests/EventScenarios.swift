#if TIDINGS_EXPLORED_THREADS
  import Synchronization
  import ThreadExplorer
  import TidingsAdapters
  import TidingsCore

  extension Play {
    static let sendTwo: @Sendable (Play) -> Void = {
      $0.send(1)
      $0.send(2)
    }

    static func events(replaying count: Int = 0, joins: Bool = true) -> Play {
      let source = BroadcastSource<Int>(replaying: count)
      let play = Play(
        source, remembered: count, send: { source.send($0) }, finish: { source.finish() },
        removeAll: { source.removeAllSubscribers() })
      if joins { play.join(0) }
      return play
    }

    /// A source that keeps two updates, after three.
    static func replaying() -> Play {
      let play = events(replaying: 2)
      for update in 1...3 { play.send(update) }
      return play
    }

    /// Events whose first subscriber does something with the first update.
    static func events(reacting reaction: @escaping @Sendable (Play) -> Void) -> Play {
      let play = events(joins: false)
      play.join(0) { [unowned play] in if $0 == 1 { reaction(play) } }
      play.join(1)
      return play
    }
  }

  extension ExploredScenario {
    static let events: [ExploredScenario] = [
      ExploredScenario("two publishers") { scene in
        scene.act(
          Play.events(),
          Play.sendTwo, { $0.send(101) })
      },
      ExploredScenario("publisher, late subscriber") { scene in
        scene.act(
          Play.events(),
          Play.sendTwo, { $0.join(1) })
      },
      ExploredScenario("publisher, subscriber that leaves") { scene in
        let play = Play.events()
        play.join(1)
        scene.act(
          play,
          Play.sendTwo, { $0.leave(1) })
      },
      ExploredScenario("publisher, subscriber that comes and goes") { scene in
        scene.act(
          Play.events(),
          Play.sendTwo,
          {
            $0.join(1); $0.leave(1)
          })
      },
      ExploredScenario("publisher, subscriber without a handler that leaves", preemptions: 3) { scene in
        let play = Play.events()
        play.join(1, hearsEnd: false)
        play.join(2)
        scene.act(play, Play.sendTwo, { $0.leave(1) })
      },
      ExploredScenario("publisher, the only subscriber leaves, another comes", preemptions: 2) { scene in
        scene.act(
          Play.events(), { $0.leave(0) },
          {
            $0.send(101)
            $0.join(1)
            $0.send(102)
          })
      },
      ExploredScenario("two publishers of two updates", preemptions: 2) { scene in
        scene.act(
          Play.events(), Play.sendTwo,
          {
            $0.send(101)
            $0.send(102)
          })
      },
      ExploredScenario("three publishers of two updates", preemptions: 2) { scene in
        scene.act(
          Play.events(), Play.sendTwo,
          {
            $0.send(101)
            $0.send(102)
          },
          {
            $0.send(201)
            $0.send(202)
          })
      },
      ExploredScenario("publisher, two that join") { scene in
        scene.act(
          Play.events(),
          Play.sendTwo, { $0.join(1) }, { $0.join(2) })
      },
      ExploredScenario("publisher, one that publishes and then joins") { scene in
        scene.act(
          Play.events(), { $0.send(1) },
          {
            $0.send(101); $0.join(1)
          })
      },
      ExploredScenario("publisher, one that publishes and then finishes") { scene in
        scene.act(
          Play.events(), { $0.send(1) },
          {
            $0.send(101); $0.finish(); $0.send(102)
          })
      },
      ExploredScenario("two publishers, one that joins") { scene in
        scene.act(Play.events(), { $0.send(1) }, { $0.send(101) }, { $0.join(1) })
      },
      ExploredScenario("two publishers, one that leaves") { scene in
        let play = Play.events()
        play.join(1)
        scene.act(play, { $0.send(1) }, { $0.send(101) }, { $0.leave(1) })
      },
      ExploredScenario("publisher, one that leaves twice") { scene in
        let play = Play.events()
        play.join(1)
        scene.act(play, { $0.send(1) }, { $0.leave(1) }, { $0.leave(1) })
      },
      ExploredScenario("publisher that answers itself, publisher") { scene in
        let source = BroadcastSource<Int>()
        let play = Play(source, send: { source.send($0) }, finish: { source.finish() })
        play.join(0) { if $0 == 1 { source.send(2) } }
        play.join(1)
        scene.act(play, { $0.send(1) }, { $0.send(101) })
      },
    ]

    static let replays: [ExploredScenario] = [
      ExploredScenario("replay: publisher, late subscriber", preemptions: 3) { scene in
        scene.act(Play.replaying(), { $0.send(4) }, { $0.join(1) })
      },
      ExploredScenario("replay: two publishers, late subscriber", preemptions: 2) { scene in
        scene.act(Play.replaying(), { $0.send(4) }, { $0.send(101) }, { $0.join(1) })
      },
      ExploredScenario("replay: publisher, one that finishes and publishes", preemptions: 2) { scene in
        scene.act(
          Play.replaying(), { $0.send(4) },
          {
            $0.finish()
            $0.send(101)
            $0.join(1)
          })
      },
      ExploredScenario("replay: finish, late subscriber", preemptions: 3) { scene in
        scene.act(Play.replaying(), { $0.finish() }, { $0.join(1) })
      },
    ]

    static let inside: [ExploredScenario] = [
      ExploredScenario("subscriber that publishes four more, another leaves", preemptions: 2) { scene in
        let play = Play.events { play in for update in 2...5 { play.send(update) } }
        scene.act(play, { $0.send(1) }, { $0.leave(1) })
      },
      ExploredScenario("subscriber that publishes four more, another leaves, publisher", preemptions: 1) { scene in
        let play = Play.events { play in for update in 2...5 { play.send(update) } }
        scene.act(play, { $0.send(1) }, { $0.leave(1) }, { $0.send(101) })
      },
      ExploredScenario("subscriber that publishes and makes another leave, publisher", preemptions: 2) { scene in
        let play = Play.events {
          $0.send(2)
          $0.leave(1)
        }
        scene.act(play, { $0.send(1) }, { $0.send(101) })
      },
      ExploredScenario("what a subscriber publishes comes after the current update", preemptions: 3) { scene in
        let play = Play.events { $0.send(2) }
        scene.expect {
          let updates = play.log.updates(of: 1)
          return updates == [1, 2] ? nil : "P5: a subscriber behind one that publishes gets \(updates)"
        }
        scene.act(play, { $0.send(1) }, { $0.join(2) })
      },
      ExploredScenario("subscriber that brings another, publisher", preemptions: 3) { scene in
        scene.act(Play.events { $0.join(2) }, { $0.send(1) }, { $0.send(101) })
      },
      ExploredScenario("subscriber that brings another and removes all, publisher", preemptions: 2) { scene in
        let play = Play.events {
          $0.join(2)
          $0.removeAll()
        }
        scene.act(play, Play.sendTwo, { $0.send(101) })
      },
      ExploredScenario("subscriber that makes another leave, publisher", preemptions: 3) { scene in
        scene.act(Play.events { $0.leave(1) }, { $0.send(1) }, { $0.send(101) })
      },
      ExploredScenario("subscriber that publishes three more, publisher", preemptions: 2) { scene in
        let play = Play.events { play in for update in 2...4 { play.send(update) } }
        scene.act(play, { $0.send(1) }, { $0.send(101) })
      },
      ExploredScenario("one publisher alone hands nothing over", preemptions: 3) { scene in
        let play = Play.events { play in for update in 2...5 { play.send(update) } }
        scene.act(play, { $0.send(1) })
      },
      ExploredScenario("subscriber that finishes, publisher", preemptions: 3) { scene in
        let play = Play.events { play in
          play.send(2)
          play.finish()
          play.send(3)
        }
        scene.act(play, { $0.send(1) }, { $0.send(101) })
      },
      ExploredScenario("publisher, all are removed", preemptions: 3) { scene in
        let play = Play.events()
        play.join(1)
        scene.act(play, { $0.send(1) }, { $0.removeAll() })
      },
      ExploredScenario("publisher, all are removed, late subscriber", preemptions: 2) { scene in
        scene.act(Play.events(), { $0.send(1) }, { $0.removeAll() }, { $0.join(1) })
      },
      ExploredScenario("publisher, three that leave", preemptions: 2) { scene in
        let play = Play.events()
        for subscriber in 1...3 { play.join(subscriber) }
        scene.act(
          play, Play.sendTwo,
          { play in
            for subscriber in 1...3 { play.leave(subscriber) }
          })
      },
    ]

    static let ends: [ExploredScenario] = [
      ExploredScenario("end from inside, publisher, subscriber that leaves", preemptions: 2) { scene in
        let play = Play.events()
        play.join(1, endsFromInside: true)
        scene.act(play, { $0.send(1) }, { $0.end(1) }, { $0.leave(1) })
      },
      ExploredScenario("end from inside, a late handler", preemptions: 3) { scene in
        let play = Play.events()
        play.join(1, endsFromInside: true)
        scene.act(
          play, { $0.send(1) },
          {
            $0.end(1)
            $0.whenEnded(1, handler: 1)
          })
      },
      ExploredScenario("end from inside a delivery, finish", preemptions: 3) { scene in
        let play = Play.events()
        play.join(1, endsFromInside: true) { [unowned play] in if $0 == 1 { play.end(1) } }
        play.join(2)
        scene.act(play, { $0.send(1) }, { $0.finish() })
      },
      ExploredScenario("a token with a closure is given up twice", preemptions: 3) { scene in
        let count = Mutex(0)
        let token = Subscription { count.withLock { $0 += 1 } }
        for _ in 1...2 { scene.thread { token.invalidate() } }
        scene.expect {
          let calls = count.withLock { $0 }
          return calls == 1 ? nil : "P1: the closure of a token is called \(calls) times"
        }
      },
      ExploredScenario("a token that is found given up shows what was done before", preemptions: 3) { scene in
        let source = BroadcastSource<Int>()
        let token = source.attach { _ in }
        let memory = ExploredVariable(0)
        scene.thread {
          memory.write(1)
          token.invalidate()
        }
        scene.thread { if !token.isActive { _ = memory.read() } }
        scene.expect { source.hasSubscribers ? "P2: a subscriber that has left is still there" : nil }
      },
      ExploredScenario("one with a handler of the end leaves", preemptions: 3) { scene in
        let log = ExplorationLog()
        let source = BroadcastSource<Int>()
        let other = source.attach { _ in }
        let token = source.attach { _ in }
        let keeper = Keeper(1, log)
        token.whenEnded { withExtendedLifetime(keeper) {} }
        scene.thread { source.send(1) }
        scene.thread { token.invalidate() }
        scene.expect {
          withExtendedLifetime(other) {}
          return log.index(of: .letsGo(1)) == nil ? "P2: the handler of the end is held after giving up" : log.breach
        }
      },
      ExploredScenario("a source that has finished counts nobody", preemptions: 3) { scene in
        let source = BroadcastSource<Int>()
        let token = Held<Subscription>()
        scene.thread { source.finish() }
        scene.thread { token.hold(source.attach { _ in }) }
        scene.expect { source.hasSubscribers ? "P8: a source that has finished has a subscriber" : nil }
      },
      ExploredScenario("late handlers, finish", preemptions: 3) { scene in
        scene.act(Play.events(), { $0.whenEnded(0, handler: 1) }, { $0.finish() }, { $0.whenEnded(0, handler: 2) })
      },
      ExploredScenario("late handler, publisher that finishes, subscriber that leaves", preemptions: 2) { scene in
        let play = Play.events()
        play.join(1)
        scene.act(
          play, { $0.whenEnded(1, handler: 1) },
          {
            $0.send(101)
            $0.finish()
          }, { $0.leave(1) })
      },
      ExploredScenario("late handler, all are removed", preemptions: 3) { scene in
        scene.act(
          Play.events(),
          {
            $0.removeAll()
            $0.whenEnded(0, handler: 1)
          }, { $0.send(101) })
      },
      ExploredScenario("all are removed, one leaves as well, late handler of another", preemptions: 2) { scene in
        let play = Play.events()
        play.join(1)
        scene.act(
          play,
          {
            $0.removeAll()
            $0.leave(0)
            $0.whenEnded(1, handler: 1)
          }, { $0.send(101) })
      },
      ExploredScenario("finish, handler of one who leaves after it", preemptions: 3) { scene in
        let play = Play.events()
        play.join(1)
        scene.act(
          play, { $0.finish() },
          {
            $0.leave(1)
            $0.whenEnded(1, handler: 1)
          }, { $0.whenEnded(1, handler: 2) })
      },
      ExploredScenario("handler after leaving, finish", preemptions: 3) { scene in
        let play = Play.events()
        play.join(1)
        scene.act(
          play,
          {
            $0.leave(1)
            $0.whenEnded(1, handler: 1)
          }, { $0.finish() })
      },
      ExploredScenario("publisher that finishes, finish, publisher", preemptions: 2) { scene in
        let play = Play.events()
        play.join(1)
        scene.act(
          play, { $0.send(1) },
          {
            $0.send(101)
            $0.finish()
          }, { $0.finish() })
      },
      ExploredScenario("publisher, finish") { scene in
        scene.act(
          Play.events(),
          Play.sendTwo, { $0.finish() })
      },
      ExploredScenario("finish, late subscriber") { scene in
        scene.act(Play.events(), { $0.finish() }, { $0.join(1) })
      },
      ExploredScenario("finish, subscriber that leaves") { scene in
        let play = Play.events()
        play.join(1)
        scene.act(play, { $0.finish() }, { $0.leave(1) })
      },
      ExploredScenario("publisher, finish, late subscriber") { scene in
        scene.act(Play.events(), { $0.send(1) }, { $0.finish() }, { $0.join(1) })
      },
      ExploredScenario("value: set, finish, late subscriber") { scene in
        scene.act(Play.value(), { $0.send(1) }, { $0.finish() }, { $0.join(1) })
      },
    ]

    static let bounds = help + alone + batons + seen

    private static let help: [ExploredScenario] = [
      ExploredScenario("the bound on help", preemptions: 2) { scene in
        scene.act(Play.events(), { $0.send(1) }, { play in for update in 101...104 { play.send(update) } })
      },
      ExploredScenario("the bound on help, several more wait", preemptions: 1) { scene in
        scene.act(Play.events(), { $0.send(1) }, { play in for update in 101...106 { play.send(update) } })
      },
      ExploredScenario("the bound on help, finish", preemptions: 3) { scene in
        scene.act(
          Play.events(), { $0.send(1) },
          { play in
            for update in 101...103 { play.send(update) }
            play.finish()
          })
      },
      ExploredScenario("the bound on help, and a late subscriber", preemptions: 1, walks: 300) { scene in
        scene.act(
          Play.events(), { $0.send(1) }, { play in for update in 101...105 { play.send(update) } }, { $0.join(1) })
      },
      ExploredScenario("the bound on help, of a value", preemptions: 2) { scene in
        scene.act(Play.value(), { $0.send(1) }, { play in for update in 101...104 { play.send(update) } })
      },
      ExploredScenario("the bound on help, in an initial delivery", preemptions: 2, walks: 300) { scene in
        scene.act(Play.value(), { $0.join(1) }, { play in for update in 101...104 { play.send(update) } })
      },
      ExploredScenario("the bound on help, in an initial delivery, and leaving", preemptions: 2) { scene in
        scene.act(
          Play.value(),
          {
            $0.join(1)
            $0.leave(1)
          }, { play in for update in 101...104 { play.send(update) } })
      },
    ]
  }
#endif
