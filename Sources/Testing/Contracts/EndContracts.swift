import Synchronization
import TidingsCore

extension Contract<PublisherSubject> {
  static var endContracts: [Contract] {
    [
      Contract(.p10, "the end was not delivered exactly once, after the last update", for: \.ends) { fixture in
        let notes = Notes<String>()
        let token = fixture.listenToAll(notes)
        fixture.send(1)
        fixture.end()
        fixture.end()
        // Another contract checks updates after the end.
        let ends = notes.events.filter { $0 == "end" }.count
        fixture.expect(ends == 1, "send(1), end() twice: the end was delivered \(ends) times: \(notes.events)")
        fixture.expect(!token.isActive, "the token is still active after the end")
      },

      Contract(.p10, "not each subscriber was notified of the end", for: \.ends) { fixture in
        let all = [Notes<String>(), Notes(), Notes()]
        fixture.listenToAll(all[0])
        let hasJoined = Atomic(false)
        fixture.attach { update in
          guard update == 1, !hasJoined.exchange(true, ordering: .relaxed) else { return }
          fixture.listenToAll(all[1])
        }
        fixture.listenToAll(all[2])
        fixture.send(1)
        fixture.end()
        let ends = all.map { $0.events.filter { $0 == "end" }.count }
        fixture.expect(ends, [1, 1, 1], "send(1), at which a third subscribes, end(): the ends of the three")
      },

      Contract(
        .p10, "an end on another thread did not come behind what that thread had sent", isConcurrent: true, for: \.ends
      ) { fixture in
        let notes = Notes<String>()
        fixture.attach(runningOnOtherThread: {
          fixture.send(2)
          fixture.end()
        })
        fixture.listenToAll(notes)
        fixture.send(1)
        notes.wait(for: "the end", in: fixture.trial) { $0.contains("end") }
        let before = notes.events.prefix { $0 != "end" }.filter { $0 == "1" || $0 == "2" }
        fixture.expect(
          before, ["1", "2"], "another thread sends 2 and ends, during the delivery of 1: before the end came")
      },

      Contract(.p10, "attach(_:ended:) did not call ended exactly once, after the last update", for: \.ends) {
        fixture in
        let notes = Notes<String>()
        fixture.attach({ notes.add("\($0)") }, ended: { notes.add("end") })
        fixture.send(1)
        fixture.end()
        fixture.end()
        let isRight = notes.events.last == "end" && notes.events.filter { $0 == "end" }.count == 1
        fixture.expect(isRight, "send(1), end() twice: \(notes.events)")
      },

      Contract(.p10, "an update was delivered after the end", for: \.ends) { fixture in
        let notes = Notes<String>()
        fixture.listenToAll(notes)
        fixture.send(1)
        fixture.end()
        fixture.send(2)
        let behind = notes.events.drop { $0 != "end" }.filter { $0 != "end" }
        fixture.expect(behind.isEmpty, "send(1), end(), send(2): \(notes.events)")
      },

      Contract(.p10, "an end from inside a delivery did not come behind what was accepted before", for: \.ends) {
        fixture in
        let notes = Notes<String>()
        fixture.attach { update in
          guard update == 1 else { return }
          fixture.send(2)
          fixture.end()
        }
        fixture.listenToAll(notes)
        fixture.send(1)
        let end = notes.events.firstIndex(of: "end") ?? notes.events.endIndex
        let before = notes.events[..<end].filter { $0 == "1" || $0 == "2" }
        fixture.expect(before.sorted(), ["1", "2"], "send(1), which sends 2 and ends: before the end came")
      },

      Contract(.p10, "an invalidated subscription received the end", for: \.ends) { fixture in
        let notes = Notes<String>()
        let token = fixture.attach({ _ in }, ended: { notes.add("end") })
        token.whenEnded(isolation: nil) { notes.add("end") }
        fixture.invalidate(token)
        fixture.end()
        fixture.expect(notes.events.isEmpty, "invalidate(), end(): the handler of the end has run")
        token.whenEnded(isolation: nil) { notes.add("end") }
        fixture.expect(notes.events.isEmpty, "a handler that was added after invalidate() and end() has run")
      },

      Contract(.p10, "a handler that was added after the end did not run", for: \.ends) { fixture in
        let notes = Notes<String>()
        let token = fixture.attach { _ in }
        fixture.end()
        token.whenEnded(isolation: nil) { notes.add("end") }
        fixture.expect(notes.events, ["end"], "end(), then whenEnded(_:)")
      },

      Contract(.p8, "a subscriber that came after the end did not receive it", for: \.ends) { fixture in
        fixture.listen(Notes())
        fixture.send(1)
        fixture.end()
        let notes = Notes<String>()
        let late = fixture.listenToAll(notes)
        fixture.expect(notes.events.filter { $0 == "end" }, ["end"], "a subscriber after send(1), end()")
        fixture.expect(!late.isActive, "its token is still active")
        let calls = Notes<String>()
        fixture.attach({ _ in }, ended: { calls.add("end") })
        fixture.expect(calls.events, ["end"], "attach(_:ended:) after send(1), end()")
      },

      Contract(
        .p8, "a subscriber that came after the end got something other than what is kept",
        for: { $0.ends && !$0.isTask }
      ) { fixture in
        fixture.listen(Notes())
        fixture.send(1)
        fixture.end()
        let notes = Notes<Int>()
        fixture.listen(notes)
        let kept = fixture.subject.first(after: [1] + fixture.subject.resultAtEnd)
        fixture.expect(notes.events, kept, "a subscriber after send(1), end()")
      },

      Contract(.p8, "the closure was kept after the end", for: \.ends) { fixture in
        let isHeld = fixture.attachHolding()
        fixture.send(1)
        fixture.end()
        fixture.expect(!isHeld(), "what the closure captured is still alive when end() has returned")
      },

      Contract(
        .p10, "several threads ended the publisher, and the end was not delivered once, as the last event",
        isConcurrent: true,
        for: \.ends
      ) {
        fixture in
        for _ in 0..<30 {
          let round = fixture.renewed
          let notes = Notes<String>()
          round.listenToAll(notes)
          round.trial.onThreads(2) { index in
            round.send(index + 1)
            round.end()
          }
          notes.wait(for: "the end", in: round.trial) { $0.contains("end") }
          let isLast = notes.events.last == "end" && notes.events.filter { $0 == "end" }.count == 1
          round.expect(isLast, "two threads each send and end: \(notes.events)")
          if !isLast { return }
        }
      },
    ]
  }
}
