import TidingsCore

extension Law<PublisherSubject> {
  /// Of one delivery at a time, and the order of several.
  static var deliveryLaws: [Law] {
    [
      Law(.p3, "a closure was entered while it ran") { rig in
        let notes = Notes<String>()
        let token = rig.attach { update in
          notes.add("enter \(update)")
          if (1..<3).contains(update) { rig.send(update + 1) }
          notes.add("leave \(update)")
        }
        rig.send(1)
        let events = Array(notes.events.drop { $0 != "enter 1" })
        let isNested = zip(events, events.dropFirst()).contains { $0.hasPrefix("enter") && $1.hasPrefix("enter") }
        rig.trial.expect(!isNested, "send(1), which sends 2 from inside its delivery: \(events)")
        rig.invalidate(token)
      },

      Law(.p3, "a closure ran on two threads at the same time", isConcurrent: true) { rig in
        let crossing = Crossing(of: rig)
        rig.trial.expect(
          !crossing.hasOverlapped, "send(2) on another thread, during the delivery of 1, called a closure that ran")
      },

      Law(.p4, "two subscribers got updates in different orders", isConcurrent: true) { rig in
        let crossing = Crossing(of: rig)
        rig.trial.expect(
          zip(crossing.first, crossing.second).allSatisfy { $0 == $1 },
          "send(2) on another thread, during the delivery of 1: \(crossing.first) and \(crossing.second)")
      },

      Law(.p4, "subscribers were not called in the order in which they had subscribed") { rig in
        let notes = Notes<String>()
        let tokens = ["a", "b", "c"].map { name in rig.attach { notes.add("\(name)\($0)") } }
        let before = notes.events.count
        rig.send(1)
        rig.send(2)
        let expected = ["a1", "b1", "c1", "a2", "b2", "c2"]
        let events = Array(notes.events.dropFirst(before))
        // Updates that are lost or doubled break another law.
        if events.sorted() == expected.sorted() {
          rig.trial.expect(events, expected, "subscribers a, b and c, then send(1), send(2)")
        }
        withExtendedLifetime(tokens) {}
      },

      Law(.p5, "what was published from inside a delivery reached a subscriber before that delivery had") { rig in
        let notes = Notes<Int>()
        let first = rig.attach { if $0 == 1 { rig.send(2) } }
        let second = rig.listen(notes)
        rig.send(1)
        let updates = notes.events.filter { $0 == 1 || $0 == 2 }
        rig.trial.expect(
          updates != [2, 1], "send(1), at which the first subscriber sends 2: the second got \(updates)")
        rig.invalidate(first)
        rig.invalidate(second)
      },

      Law(.p5, "what was set during an initial delivery did not come right after it", for: { $0.memory != .nothing }) {
        rig in
        let kept = rig.listen(Notes())
        rig.send(1)
        let notes = Notes<String>()
        let joining = rig.attach { update in
          notes.add("enter \(update)")
          if update == 1 { rig.send(2) }
          notes.add("leave \(update)")
        }
        let expected = ["enter 1", "leave 1", "enter 2", "leave 2"]
        // A subscriber that gets nothing first breaks another law.
        if !notes.events.isEmpty {
          rig.trial.expect(notes.events, expected, "a subscriber that sends 2 when it gets 1")
        }
        rig.invalidate(joining)
        rig.invalidate(kept)
      },

      Law(.p6, "updates were lost, doubled or put out of order", for: { !$0.isValue && !$0.isTask }) { rig in
        let notes = Notes<Int>()
        let token = rig.attach { if $0 > 0 { notes.add($0) } }
        for number in 1...5 { rig.send(number) }
        rig.trial.expect(notes.events, Array(1...5), "1 to 5 were sent")
        rig.invalidate(token)
      },

      Law(.p6, "a subscriber that joined during a delivery did not get exactly what came after") { rig in
        let notes = Notes<Int>()
        let joined = TokenBox()
        let outer = rig.attach { update in
          guard update == 1 else { return }
          joined.hold(rig.listen(notes))
          rig.send(2)
        }
        rig.send(1)
        // Whether it gets first what is kept is asked by other laws.
        let later = rig.subject.memory == .nothing ? notes.events : Array(notes.events.drop { $0 <= 1 })
        rig.trial.expect(later, [2], "a subscriber that joined during the delivery of 1, after which 2 was sent")
        joined.hold(nil)
        rig.invalidate(outer)
      },

      Law(
        .p6, "an update was lost that was sent during another thread's delivery", isConcurrent: true,
        for: { !$0.isValue }
      ) {
        rig in
        let crossing = Crossing(of: rig)
        crossing.notes.wait(for: "the updates 1 and 2", count: 2, in: rig.trial)
        rig.trial.expect(
          crossing.first.sorted(), [1, 2], "send(1), and send(2) on another thread during the delivery")
      },

      Law(.p6, "several threads published, and updates were lost, doubled or put out of order", isConcurrent: true) {
        rig in
        let (threads, count) = (3, 200)
        let notes = Notes<Int>()
        let token = rig.attach { if $0 > 0 { notes.add($0) } }
        rig.trial.onThreads(threads) { index in
          for number in 1...count { rig.send(index * count + number) }
        }
        notes.wait(for: "\(threads * count) updates", count: threads * count, in: rig.trial)
        let sent = notes.events
        for index in 0..<threads {
          let own = sent.filter { ($0 - 1) / count == index }
          rig.trial.expect(
            own == Array(index * count + 1...(index + 1) * count),
            "of one thread \(count) updates were sent in order, and delivered were \(list(own))")
        }
        rig.invalidate(token)
      },

      Law(.p9, "an update was delivered on another thread than the one that published it") { rig in
        let notes = Notes<Bool>()
        let publisher = ThreadID.current
        let token = rig.attach { update in
          notes.add(ThreadID.current == publisher)
          if update == 1 { for next in 2...50 { rig.send(next) } }
        }
        rig.send(1)
        rig.trial.expect(!notes.events.contains(false), "one thread sends 50 updates, and nobody else publishes")
        rig.invalidate(token)
      },

      Law(.p11, "a thread delivered more than 16 updates of other threads", isConcurrent: true) { rig in
        let notes = Notes<ThreadID>()
        let publisher = ThreadID.current
        let token = rig.attach { update in
          if update == 1 { rig.trial.onOtherThread { for other in 2...100 { rig.send(other) } } }
          if update > 1 { notes.add(.current) }
        }
        rig.send(1)
        let helped = notes.events.filter { $0 == publisher }.count
        rig.trial.expect(
          helped <= 16, "99 updates were sent on another thread, and send(1) delivered \(helped) of them")
        rig.invalidate(token)
      },
    ]
  }
}

/// During the delivery of 1 to the first of two subscribers, another thread sends 2.
private struct Crossing: Sendable {
  let notes = Notes<Int>()
  private let secondNotes = Notes<Int>()
  private let overlaps = Notes<Void>()

  var first: [Int] { notes.events }
  var second: [Int] { secondNotes.events }
  var hasOverlapped: Bool { !overlaps.events.isEmpty }

  init(of rig: LawRig<PublisherSubject>) {
    let isRunning = SharedFlag()
    let first = rig.attach { [notes, overlaps] update in
      guard update > 0 else { return }
      if isRunning.exchange(true) { overlaps.add(()) }
      notes.add(update)
      if update == 1 { rig.trial.onOtherThread { rig.send(2) } }
      _ = isRunning.exchange(false)
    }
    let second = rig.attach { [secondNotes] in if $0 > 0 { secondNotes.add($0) } }
    rig.send(1)
    withExtendedLifetime((first, second)) {}
  }
}
