#if TIDINGS_EXPLORED_THREADS
  import TidingsCore
  import ThreadExplorer

  extension ExploredScenario {
    /// The effects of one call of a closure are visible to the next (P3), on whatever thread: otherwise the closure's writes
    /// race.
    static let seen: [ExploredScenario] = [
      ExploredScenario("each call sees the one before: two publishers", preemptions: 3) { scene in
        scene.act(writing(Play.events(joins: false)), Play.sendTwo, { $0.send(101) })
      },
      ExploredScenario("each call sees the one before: the bound on help", preemptions: 2) { scene in
        scene.act(
          writing(Play.events(joins: false)), { $0.send(1) }, { play in for update in 101...104 { play.send(update) } })
      },
      ExploredScenario("each call sees the one before: two set a value", preemptions: 3) { scene in
        scene.act(writing(Play.value(joins: false)), Play.sendTwo, { $0.send(101) })
      },
      ExploredScenario("each call sees the one before: a value is set, late subscriber", preemptions: 3) { scene in
        let memory = ExploredVariable(0)
        scene.act(Play.value(), Play.sendTwo, { $0.join(1) { memory.write($0) } })
      },
      ExploredScenario("each call sees the one before: merge", preemptions: 2) { scene in
        scene.act(writing(Play.merged(joins: false)), { $0.send(1) }, { $0.send(101) })
      },
      ExploredScenario("each call sees the one before: inbox", preemptions: 2) { scene in
        let memory = ExploredVariable(0)
        scene.act(
          InboxPlay { memory.write($1) }, inPlace: { $0.send(901) },
          {
            $0.send(1)
            $0.send(2)
          })
      },
    ]

    /// A play whose first subscriber writes to plain memory.
    private static func writing(_ play: Play) -> Play {
      let memory = ExploredVariable(0)
      play.join(0) { memory.write($0) }
      return play
    }
  }
#endif
