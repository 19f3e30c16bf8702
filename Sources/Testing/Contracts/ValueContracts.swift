import TidingsCore

extension Contract<PublisherSubject> {
  package static var valueContracts: [Contract] {
    [
      Contract(.v1, "the current value did not come first, once, before the subscription was made", for: \.isValue) {
        fixture in
        let early = Notes<Int>()
        fixture.listen(early)
        fixture.expect(early.events, fixture.subject.first(), "a subscriber, before anything was set")
        fixture.send(7)
        let late = Notes<Int>()
        fixture.listen(late)
        fixture.expect(late.events, [7], "a subscriber after 7 was set")
      },

      Contract(
        .v1, "during another thread's delivery a subscriber did not get the current value first", isConcurrent: true,
        for: \.isValue
      ) { fixture in
        let notes = Notes<Int>()
        fixture.attach(runningOnOtherThread: {
          fixture.send(2)
          fixture.listen(notes)
          let first = notes.events
          fixture.expect(
            first == [1] || first == [2],
            "2 was set during the delivery of 1: before attach(_:) returned, the subscriber received \(first)")
        })
        fixture.send(1)
      },

      Contract(.v2, "changes were lost, doubled or put out of order", for: \.isValue) { fixture in
        let notes = Notes<Int>()
        fixture.listen(notes)
        for number in 1...5 { fixture.send(number) }
        // Another contract checks whether the current value is delivered first.
        fixture.expect(notes.events.filter { $0 > 0 }, Array(1...5), "the values 1 to 5 were set")
      },

      Contract(.v2, "the last update that was delivered is not the final value", isConcurrent: true, for: \.isReadable)
      {
        fixture in
        let notes = [Notes<Int>(), Notes<Int>()]
        fixture.attach { update in
          notes[0].add(update)
          if update == 1 { fixture.trial.onOtherThread { fixture.send(2) } }
        }
        fixture.listen(notes[1])
        fixture.send(1)
        let last = notes.map { $0.events.last ?? .min }
        fixture.expect(
          last.allSatisfy { $0 == fixture.value },
          "2 was set on another thread during the delivery of 1: the value is \(fixture.value), and the last updates of two subscribers are \(last)"
        )
      },

      Contract(
        .v2, "between the first value and the changes after it something was lost or doubled", isConcurrent: true,
        for: \.isValue
      ) { fixture in
        for _ in 0..<30 {
          let round = fixture.renewed
          let early = Notes<Int>()
          let notes = Notes<Int>()
          round.listen(early)
          round.trial.onThreads(2) { index in
            if index == 0 {
              for number in 1...20 { round.send(number) }
            } else {
              round.listen(notes)
            }
          }
          early.wait(for: "the update 20", in: round.trial) { $0.contains(20) }
          round.send(21)
          // A thread of the pool may still deliver the changes before it.
          notes.wait(for: "the update 21", in: round.trial) { $0.contains(21) }
          let events = notes.events
          // The first value may be any number below one.
          let isWhole = events.first.map { first in events == [first] + (1...21).filter { $0 > first } } ?? true
          round.expect(isWhole, "while 1 to 20 were set, then 21, a subscriber joined and got \(events)")
          round.invalidateAll()
          if !isWhole { return }
        }
      },

      Contract(.v3, "an equal value was delivered, or a change there and back was not", for: \.isValue) { fixture in
        let notes = Notes<Int>()
        fixture.listen(notes)
        for number in [1, 1, 2, 1] { fixture.send(number) }
        fixture.expect(notes.events.filter { $0 > 0 }, [1, 2, 1], "the values 1, 1, 2, 1 were set")
      },

      Contract(.v3, "a change was measured against what was delivered, not against what was set last", for: \.isValue) {
        fixture in
        let notes = Notes<Int>()
        fixture.attach { update in
          notes.add(update)
          guard update == 1, notes.events.filter({ $0 == 1 }).count == 1 else { return }
          fixture.send(2)
          fixture.send(1)
        }
        fixture.send(1)
        let ones = notes.events.filter { $0 == 1 }.count
        fixture.expect(
          ones == 2 || !notes.events.contains(2), "2 and 1 were set during the delivery of 1: received \(notes.events)")
      },

      Contract(.v5, "the value does not read as it was set last", for: \.isReadable) { fixture in
        let token = fixture.listen(Notes())
        fixture.send(5)
        fixture.expect(fixture.value, 5, "5 was set, with a subscriber")
        fixture.invalidate(token)
        fixture.send(6)
        fixture.expect(fixture.value, 6, "6 was set, without one")
      },

      Contract(.v5, "inside a delivery the value does not read as it was set last", for: \.isReadable) { fixture in
        let notes = Notes<Int>()
        fixture.attach { update in
          guard update == 1 else { return }
          fixture.send(2)
          notes.add(fixture.value)
        }
        fixture.send(1)
        fixture.expect(notes.events, [2], "2 was set during the delivery of 1")
      },
    ]
  }
}

extension ContractFixture<PublisherSubject> {
  /// Reads the value. Only for values.
  fileprivate var value: Int { trial.call("reading the value") { subject.value?() ?? .min } }
}
