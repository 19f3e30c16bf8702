#if TIDINGS_EXPLORED_THREADS
  import Synchronization
  import TidingsAdapters
  import TidingsCore
  import ThreadExplorer

  /// A value whose `==` is code of a user: others go on meanwhile.
  struct Slow: Equatable, Sendable {
    var number: Int

    static func == (left: Slow, right: Slow) -> Bool {
      userCode()
      return left.number == right.number
    }
  }

  extension Play {
    static func value(joins: Bool = true) -> Play {
      let property = PublishedProperty(0)
      let held = Held(property)
      let play = Play(
        property.publishedValue, initial: 0, send: { held.current?.value = $0 }, finish: { held.letGo() },
        removeAll: { held.current?.removeAllSubscribers() })
      if joins { play.join(0) }
      return play
    }
  }

  /// Holds something that can be let go.
  final class Held<Object: Sendable>: Sendable {
    private let object: Mutex<Object?>

    init(_ object: Object? = nil) {
      self.object = Mutex(object)
    }

    var current: Object? { object.withLock { $0 } }

    func hold(_ new: Object) {
      object.withLock { $0 = new }
    }

    /// Lets go outside the lock, as that may be the end of it.
    func letGo() {
      let last = object.withLock { object in
        defer { object = nil }
        return object
      }
      withExtendedLifetime(last) {}
    }
  }

  extension ExploredScenario {
    static let values: [ExploredScenario] = [
      ExploredScenario("value: set, set") { scene in
        scene.act(
          Play.value(),
          Play.sendTwo, { $0.send(101) })
      },
      ExploredScenario("value: set, late subscriber") { scene in
        scene.act(
          Play.value(),
          Play.sendTwo, { $0.join(1) })
      },
      ExploredScenario("value: set, subscriber that comes and goes") { scene in
        scene.act(
          Play.value(),
          Play.sendTwo,
          {
            $0.join(1); $0.leave(1)
          })
      },
      threeThatSetTwice,
      ExploredScenario("value: set, set, late subscriber") { scene in
        scene.act(Play.value(), { $0.send(1) }, { $0.send(101) }, { $0.join(1) })
      },
      ExploredScenario("value: two subscribe, set and set back", preemptions: 2) { scene in
        let property = PublishedProperty(0)
        let seen = Mutex([[Int](), []])
        let tokens = [Held<Subscription>(), Held<Subscription>()]
        for subscriber in 0...1 {
          scene.thread {
            tokens[subscriber].hold(property.attach { update in seen.withLock { $0[subscriber].append(update) } })
          }
        }
        scene.thread {
          property.value = 1
          property.value = 0
        }
        scene.expect {
          for token in tokens { token.letGo() }
          for updates in seen.withLock({ $0 }) where updates != [0, 1, 0] && updates != [1, 0] && updates != [0] {
            return "V2: \(updates)"
          }
          return nil
        }
      },
      ExploredScenario("value: set back before it is delivered, set", preemptions: 3) { scene in
        let property = PublishedProperty(0)
        let seen = Mutex([Int]())
        let token = property.attach { update in
          userCode()
          seen.withLock { $0.append(update) }
        }
        scene.thread {
          property.value = 1
          property.value = 0
        }
        scene.thread { property.value = 2 }
        scene.expect {
          withExtendedLifetime(token) {}
          let updates = seen.withLock { $0 }
          let orders = [[0, 1, 0, 2], [0, 1, 2, 0], [0, 2, 1, 0]]
          return orders.contains(updates) ? nil : "V3: \(updates)"
        }
      },
      ExploredScenario("value: the same is set again", preemptions: 3) { scene in
        let property = PublishedProperty(0)
        let seen = Mutex([Int]())
        let token = property.attach { update in seen.withLock { $0.append(update) } }
        for _ in 1...2 { scene.thread { property.value = 1 } }
        scene.expect {
          withExtendedLifetime(token) {}
          return seen.withLock { $0 == [0, 1] ? nil : "V3: \($0)" }
        }
      },
      ExploredScenario("value: two read while others change it", preemptions: 3) { scene in
        let property = PublishedProperty(0)
        let read = Mutex([Int]())
        scene.thread { property.value = 1 }
        scene.thread {
          for _ in 1...2 {
            let value = property.value
            read.withLock { $0.append(value) }
          }
        }
        scene.expect {
          let values = read.withLock { $0 }
          return values == values.sorted() && property.value == 1 ? nil : "V5: \(values)"
        }
      },
      ExploredScenario("value: what is made of it is read while others change it") { scene in
        let property = PublishedProperty(0)
        let tenfold = property.flatMapLatest { PublishedValue(constant: $0 * 10) }
        let read = Mutex([Int]())
        scene.thread { for value in 1...2 { property.value = value } }
        scene.thread {
          for _ in 1...2 {
            let value = tenfold.value
            read.withLock { $0.append(value) }
          }
        }
        scene.expect {
          let values = read.withLock { $0 }
          return values == values.sorted() && tenfold.value == 20 ? nil : "V5: \(values)"
        }
      },
      ExploredScenario("value: subscriber that sets inside its initial delivery, set", preemptions: 3) { scene in
        let play = Play.value()
        scene.act(
          play, { play in play.join(1) { [unowned play] in if $0 == 0 { play.send(1) } } }, { $0.send(101) })
      },
      ExploredScenario("value: subscriber that sets three inside its initial delivery", preemptions: 0) { scene in
        scene.act(
          Play.value(),
          { play in
            play.join(1) { [unowned play] in if $0 == 0 { for update in 1...3 { play.send(update) } } }
          })
      },
      ExploredScenario("value: nobody sets it, others join", preemptions: 3) { scene in
        let play = Play.value()
        scene.expect {
          let updates = play.log.updates(of: 0)
          return updates == [0] ? nil : "P1: 0 gets \(updates) because others join"
        }
        scene.act(
          play, { $0.join(1) },
          {
            $0.join(2)
            $0.leave(2)
          })
      },
      ExploredScenario("value: what is set inside an initial delivery goes to others immediately", preemptions: 2) {
        scene in
        let play = Play.value()
        scene.expect {
          guard let sent = play.log.index(of: .sent(1)), play.log.index(of: .calls(0, 1)) ?? .max > sent
          else { return nil }
          return "P5: what is set inside an initial delivery waits for its end"
        }
        scene.act(
          play, { play in play.join(1) { [unowned play] in if $0 == 0 { play.send(1) } } },
          {
            $0.join(2)
            $0.leave(2)
          })
      },
      ExploredScenario("value: end inside an initial delivery, set", preemptions: 2) { scene in
        let play = Play.value()
        scene.act(
          play, { play in play.join(1, endsFromInside: true) { [unowned play] _ in play.end(1) } }, { $0.send(101) },
          { $0.send(201) })
      },
      ExploredScenario("value: set, all are removed, late subscriber", preemptions: 2) { scene in
        scene.act(Play.value(), { $0.join(1) }, { $0.send(101) }, { $0.removeAll() })
      },
      ExploredScenario("value: three set, late subscriber", preemptions: 2) { scene in
        scene.act(
          Play.value(), { $0.join(1) },
          {
            $0.send(101)
            $0.send(102)
          }, { $0.finish() })
      },
      refreshing("value: two threads refresh it", to: [1, 2]),
      refreshing("value: two threads refresh it, one finds no change", to: [1, 0]),
      ExploredScenario("value: mutate, mutate") { scene in
        mutations(
          scene,
          adding(1),
          adding(10), sum: [11])
      },
      ExploredScenario("value: three mutations") { scene in
        mutations(
          scene,
          adding(1),
          adding(10),
          adding(100), sum: [111])
      },
      ExploredScenario("value: two mutations of one thread, one of another", preemptions: 3) { scene in
        mutations(
          scene,
          {
            adding(1)($0)
            adding(1)($0)
          },
          adding(10), sum: [12])
      },
      ExploredScenario("value: set, mutate") { scene in
        mutations(
          scene, { $0.value = 5 },
          adding(10), sum: [5, 15])
      },
      ExploredScenario("value: two set the same, with an == that takes its time") { scene in
        let property = PublishedProperty(Slow(number: 0))
        let seen = Mutex([Int]())
        let token = property.attach { update in seen.withLock { $0.append(update.number) } }
        for _ in 1...2 { scene.thread { property.value = Slow(number: 1) } }
        scene.expect {
          withExtendedLifetime(token) {}
          return seen.withLock { $0 == [0, 1] ? nil : "V3: \($0)" }
        }
      },
    ]

    /// The measure of how much a reduced search saves.
    static let threeThatSetTwice = ExploredScenario("value: three that set it twice", countsSchedules: true) { scene in
      scene.act(
        Play.value(), Play.sendTwo,
        {
          $0.send(101)
          $0.send(102)
        },
        {
          $0.send(201)
          $0.send(202)
        })
    }

    /// Two threads change what a value is read from, and have it read: what is read last is there at the end.
    private static func refreshing(_ name: String, to numbers: [Int]) -> ExploredScenario {
      ExploredScenario(name, preemptions: 3) { scene in
        let source = ExploredAtomic(0)
        let property = PublishedProperty(0)
        let seen = Mutex([Int]())
        let token = property.attach { update in seen.withLock { $0.append(update) } }
        for number in numbers {
          scene.thread {
            source.store(number, ordering: .sequentiallyConsistent)
            property.refresh { source.load(ordering: .sequentiallyConsistent) }
          }
        }
        scene.expect {
          withExtendedLifetime(token) {}
          let updates = seen.withLock { $0 }
          if property.value != source.value { return "V2: \(property.value) is there, and not \(source.value)" }
          return updates.last == property.value ? nil : "V2: \(updates) does not end with \(property.value)"
        }
      }
    }

    /// A mutation that others may come into the middle of.
    private static func adding(_ number: Int) -> @Sendable (PublishedProperty<Int>) -> Void {
      { property in
        property.mutate {
          userCode()
          $0 += number
        }
      }
    }

    private static func mutations(
      _ scene: Scene, _ changes: (@Sendable (PublishedProperty<Int>) -> Void)..., sum: [Int]
    ) {
      let property = PublishedProperty(0)
      let seen = Mutex([Int]())
      let token = property.attach { update in
        userCode()
        seen.withLock { $0.append(update) }
      }
      for change in changes { scene.thread { change(property) } }
      scene.expect {
        withExtendedLifetime(token) {}
        let updates = seen.withLock { $0 }
        if !sum.contains(property.value) { return "V5: \(property.value) after \(updates)" }
        if updates.last != property.value { return "V2: \(updates) ends with another than \(property.value)" }
        return zip(updates, updates.dropFirst()).contains { $0 == $1 } ? "V3: \(updates)" : nil
      }
    }
  }
#endif
