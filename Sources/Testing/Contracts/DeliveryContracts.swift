import Synchronization
import TidingsCore

extension Contract<PublisherSubject> {
  /// The contracts about deliveries one at a time, and their order.
  static var deliveryContracts: [Contract] {
    [
      Contract(.p3, "a closure was entered while it ran") { fixture in
        let notes = Notes<String>()
        fixture.attach { update in
          notes.add("enter \(update)")
          if (1..<3).contains(update) { fixture.send(update + 1) }
          notes.add("leave \(update)")
        }
        fixture.send(1)
        let events = Array(notes.events.drop { $0 != "enter 1" })
        let isNested = zip(events, events.dropFirst()).contains { $0.hasPrefix("enter") && $1.hasPrefix("enter") }
        fixture.expect(!isNested, "send(1), which sends 2 from inside its delivery: \(events)")
      },

      Contract(.p3, "a closure ran on two threads at the same time", isConcurrent: true) { fixture in
        let crossing = Crossing(of: fixture)
        fixture.expect(
          !crossing.hasOverlapped, "send(2) on another thread, during the delivery of 1, called a closure that ran")
      },

      Contract(
        .p3, "a closure ran on another thread during its initial delivery", isConcurrent: true,
        for: { $0.memory != .nothing }
      ) { fixture in
        fixture.listen(Notes())
        fixture.send(1)
        let isRunning = Atomic(false)
        let overlaps = Notes<Void>()
        fixture.attach { update in
          if isRunning.exchange(true, ordering: .relaxed) { overlaps.add(()) }
          if update == 1 { fixture.trial.onOtherThread { fixture.send(2) } }
          isRunning.store(false, ordering: .relaxed)
        }
        fixture.expect(overlaps.events.isEmpty, "send(2) on another thread, while a new subscriber received 1")
      },

      Contract(.p4, "two subscribers got updates in different orders", isConcurrent: true) { fixture in
        let crossing = Crossing(of: fixture)
        fixture.expect(
          zip(crossing.first, crossing.second).allSatisfy { $0 == $1 },
          "send(2) on another thread, during the delivery of 1: \(crossing.first) and \(crossing.second)")
      },

      Contract(.p4, "subscribers were not called in the order in which they had subscribed") { fixture in
        let notes = Notes<String>()
        for name in ["a", "b", "c"] { fixture.attach { notes.add("\(name)\($0)") } }
        let before = notes.events.count
        fixture.send(1)
        fixture.send(2)
        let expected = ["a1", "b1", "c1", "a2", "b2", "c2"]
        let events = Array(notes.events.dropFirst(before))
        // Updates that are lost or doubled break another contract.
        if events.sorted() == expected.sorted() {
          fixture.expect(events, expected, "subscribers a, b and c, then send(1), send(2)")
        }
      },

      Contract(.p5, "what was published from inside a delivery reached a subscriber before that delivery had") {
        fixture in
        let notes = Notes<Int>()
        fixture.attach { if $0 == 1 { fixture.send(2) } }
        fixture.listen(notes)
        fixture.send(1)
        let updates = notes.events.filter { $0 == 1 || $0 == 2 }
        fixture.expect(
          updates != [2, 1], "send(1), at which the first subscriber sends 2: the second got \(updates)")
      },

      Contract(
        .p5, "what was set during an initial delivery did not come right after it", for: { $0.memory != .nothing }
      ) {
        fixture in
        fixture.listen(Notes())
        fixture.send(1)
        let notes = Notes<String>()
        fixture.attach { update in
          notes.add("enter \(update)")
          if update == 1 { fixture.send(2) }
          notes.add("leave \(update)")
        }
        let expected = ["enter 1", "leave 1", "enter 2", "leave 2"]
        // A subscriber that gets nothing first breaks another contract.
        if !notes.events.isEmpty { fixture.expect(notes.events, expected, "a subscriber that sends 2 when it gets 1") }
      },

      Contract(.p6, "updates were lost, doubled or put out of order", for: { !$0.isValue && !$0.isTask }) { fixture in
        let all = [Notes<Int>(), Notes<Int>()]
        for notes in all { fixture.attach { if $0 > 0 { notes.add($0) } } }
        for number in 1...5 { fixture.send(number) }
        for notes in all { fixture.expect(notes.events, Array(1...5), "two subscribers, then 1 to 5 were sent") }
      },

      Contract(.p6, "after the last subscriber had left, a new one got no update") { fixture in
        fixture.invalidate(fixture.listen(Notes()))
        let notes = Notes<Int>()
        fixture.listen(notes)
        fixture.send(1)
        fixture.expect(notes.events.last, 1, "one subscribes and leaves, another subscribes, send(1)")
      },

      Contract(.p6, "threads subscribed at the same time, and not each got the next update", isConcurrent: true) {
        fixture in
        for _ in 0..<30 {
          let round = fixture.renewed
          let all = [Notes<Int>(), Notes(), Notes()]
          round.trial.onThreads(all.count) { round.listen(all[$0]) }
          round.send(1)
          let last = all.map(\.events.last)
          round.expect(last, [1, 1, 1], "three threads subscribe, then send(1): the last updates")
          round.invalidateAll()
          if last != [1, 1, 1] { return }
        }
      },

      Contract(.p6, "a subscriber that joined during a delivery did not get exactly what came after") { fixture in
        let notes = Notes<Int>()
        let hasJoined = Atomic(false)
        fixture.attach { update in
          guard update == 1, !hasJoined.exchange(true, ordering: .relaxed) else { return }
          fixture.listen(notes)
          fixture.send(2)
        }
        fixture.send(1)
        // Other contracts check whether it first receives the kept updates.
        let later = fixture.subject.memory == .nothing ? notes.events : Array(notes.events.drop { $0 <= 1 })
        fixture.expect(later, [2], "a subscriber that joined during the delivery of 1, after which 2 was sent")
      },

      Contract(
        .p6, "an update was lost that was sent during another thread's delivery", isConcurrent: true,
        for: { !$0.isValue }
      ) {
        fixture in
        let crossing = Crossing(of: fixture)
        for notes in [crossing.firstNotes, crossing.secondNotes] {
          notes.wait(for: "the updates 1 and 2", in: fixture.trial) { $0.count >= 2 }
          fixture.expect(
            notes.events.sorted(), [1, 2], "send(1), and send(2) on another thread during the delivery")
        }
      },

      Contract(.p6, "several threads published, and updates were lost, doubled or put out of order", isConcurrent: true)
      {
        fixture in
        let (threads, count) = (3, 200)
        let notes = Notes<Int>()
        let begun = Notes<Void>()
        fixture.attach { update in
          guard update > 0 else { return }
          notes.add(update)
          guard notes.events.count == 1 else { return }
          begun.wait(for: "an update of each other thread", in: fixture.trial) { $0.count >= threads - 1 }
        }
        fixture.trial.onThreads(threads) { index in
          for number in 1...count {
            fixture.send(index * count + number)
            if number == 1 { begun.add(()) }
          }
        }
        notes.wait(for: "\(threads * count) updates", in: fixture.trial) { $0.count >= threads * count }
        let sent = notes.events
        for index in 0..<threads {
          let own = sent.filter { ($0 - 1) / count == index }
          fixture.expect(
            own == Array(index * count + 1...(index + 1) * count),
            "one thread sent \(count) updates in order, and the subscriber received \(list(own))")
        }
      },

      Contract(.p9, "an update was delivered on another thread than the one that published it") { fixture in
        let notes = Notes<Bool>()
        let publisher = ThreadID.current
        fixture.attach { update in
          notes.add(ThreadID.current == publisher)
          if update == 1 { for next in 2...50 { fixture.send(next) } }
        }
        fixture.send(1)
        fixture.expect(
          !notes.events.contains(false), "one thread sends 50 updates, and no other thread publishes")
      },

      Contract(.p11, "a thread delivered more than 16 updates of other threads", isConcurrent: true) { fixture in
        let notes = Notes<ThreadID>()
        let publisher = ThreadID.current
        fixture.attach { update in
          if update == 1 { fixture.trial.onOtherThread { for other in 2...100 { fixture.send(other) } } }
          if update > 1 { notes.add(.current) }
        }
        fixture.send(1)
        let helped = notes.events.filter { $0 == publisher }.count
        fixture.expect(
          helped <= 16, "99 updates were sent on another thread, and send(1) delivered \(helped) of them")
      },
    ]
  }
}

/// During the delivery of 1 to the first of two subscribers, another thread sends 2.
private struct Crossing: Sendable {
  let firstNotes = Notes<Int>()
  let secondNotes = Notes<Int>()
  private let overlaps = Notes<Void>()

  var first: [Int] { firstNotes.events }
  var second: [Int] { secondNotes.events }
  var hasOverlapped: Bool { !overlaps.events.isEmpty }

  init(of fixture: ContractFixture<PublisherSubject>) {
    let isRunning = Atomic(false)
    fixture.attach { [firstNotes, overlaps] update in
      guard update > 0 else { return }
      if isRunning.exchange(true, ordering: .relaxed) { overlaps.add(()) }
      firstNotes.add(update)
      if update == 1 { fixture.trial.onOtherThread { fixture.send(2) } }
      isRunning.store(false, ordering: .relaxed)
    }
    fixture.attach { [secondNotes] in if $0 > 0 { secondNotes.add($0) } }
    fixture.send(1)
  }
}
