#if TIDINGS_EXPLORED_THREADS
  import TidingsAdapters
  import TidingsCore

  extension Play {
    static let sendTwo: @Sendable (Play) -> Void = {
      $0.send(1)
      $0.send(2)
    }

    static func events(replaying count: Int = 0) -> Play {
      let source = BroadcastSource<Int>(replaying: count)
      let play = Play(source, send: { source.send($0) }, finish: { source.finish() })
      play.join(0)
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
      ExploredScenario("publisher, one that leaves twice at once") { scene in
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

    static let ends: [ExploredScenario] = [
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

    static let bounds: [ExploredScenario] = [
      ExploredScenario("the bound on help, and a late subscriber", preemptions: 1, walks: 300) { scene in
        scene.act(
          Play.events(), { $0.send(1) }, { play in for update in 101...119 { play.send(update) } }, { $0.join(1) })
      },
      ExploredScenario("the bound on help, in an initial delivery", preemptions: 1, walks: 300) { scene in
        scene.act(Play.value(), { $0.join(1) }, { play in for update in 101...118 { play.send(update) } })
      },
    ]
  }
#endif
