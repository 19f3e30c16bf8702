#if TIDINGS_EXPLORED_THREADS
  import TidingsCore
  import ThreadExplorer

  extension ExploredScenario {
    /// One thread, whose calls take no more steps than they need.
    static let alone: [ExploredScenario] = [
      ExploredScenario("one thread alone sets a value", preemptions: 0) { scene in
        let property = PublishedProperty(0)
        let token = property.attach { _ in }
        scene.thread {
          // The lock, the baton found free and kept, the look at the subscriber, the baton given back.
          counting("set, alone", atMost: 5) { property.value = 1 }
        }
        scene.expect {
          withExtendedLifetime(token) {}
          return nil
        }
      },
      ExploredScenario("one thread alone publishes after many have left", preemptions: 0) { scene in
        let source = BroadcastSource<Int>()
        let tokens = (1...20).map { _ in source.attach { _ in } }
        for token in tokens[1..<19] { token.invalidate() }
        for _ in 1...20 { source.attach { _ in }.invalidate() }
        scene.thread {
          // The baton taken, the run found open, the looks at two subscribers, the baton given back.
          counting("send, alone", atMost: 5) { source.send(1) }
        }
        scene.expect {
          withExtendedLifetime(tokens) {}
          return nil
        }
      },
      ExploredScenario("one thread alone publishes five, another leaves inside", preemptions: 0) { scene in
        let play = Play.events { play in
          for update in 2...5 { play.send(update) }
          play.leave(1)
        }
        // A holder that stays hurried comes by under the lock after each update.
        scene.thread { counting("send, hurried", atMost: 76) { play.send(1) } }
        scene.expect { play.violation() }
      },
    ]

    private static func counting(_ call: String, atMost bound: Int, _ body: () -> Void) {
      ControlledThread.current?.counting(call, atMost: bound, body)
    }
  }
#endif
