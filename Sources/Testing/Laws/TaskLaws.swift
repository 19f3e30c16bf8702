import TidingsCore

extension Law<PublisherSubject> {
  static var taskLaws: [Law] {
    [
      Law(.t1, "it did not start with its first subscriber, once for all") { rig in
        rig.trial.expect(rig.starts, 0, "starts before anybody subscribed")
        let first = rig.listen(Notes())
        rig.trial.expect(rig.starts, 1, "starts after the first subscriber")
        let second = rig.listen(Notes())
        rig.trial.expect(rig.starts, 1, "starts after the second subscriber")
        rig.invalidate(first)
        rig.invalidate(second)
      },

      Law(
        .t1, "several threads subscribed and left, and starts and cancellations did not take turns", isConcurrent: true
      ) {
        rig in
        rig.trial.onThreads(3) { _ in
          for _ in 0..<100 { rig.invalidate(rig.listen(Notes())) }
        }
        let events = rig.subject.runs?.events ?? []
        let takeTurns = events.enumerated().allSatisfy { $1 == ($0.isMultiple(of: 2) ? .start : .cancellation) }
        rig.trial.expect(
          takeTurns && events.count.isMultiple(of: 2),
          "\(events.filter { $0 == .start }.count) starts, \(events.filter { $0 != .start }.count) cancellations")
      },

      Law(.t2, "there was not progress first, then one result, then nothing") { rig in
        let notes = Notes<Int>()
        let token = rig.listen(notes)
        rig.send(1)
        rig.send(2)
        rig.end()
        rig.subject.completeAgain?()
        rig.send(3)
        rig.trial.expect(
          notes.events.map(rig.shown), ([1, 2] + rig.subject.resultAtEnd).map(rig.shown),
          "two reports, success, another success, another report")
        rig.invalidate(token)
      },

      Law(.t3, "a late subscriber did not get the latest progress immediately") { rig in
        let kept = rig.listen(Notes())
        rig.send(1)
        rig.send(2)
        let notes = Notes<Int>()
        let late = rig.listen(notes)
        rig.trial.expect(notes.events, [2], "a subscriber after the reports 1 and 2")
        rig.invalidate(late)
        rig.invalidate(kept)
      },

      Law(.t3, "a late subscriber did not get the result immediately") { rig in
        let kept = rig.listen(Notes())
        rig.send(1)
        rig.end()
        let notes = Notes<Int>()
        let late = rig.listen(notes)
        rig.trial.expect(
          notes.events.map(rig.shown), rig.subject.resultAtEnd.map(rig.shown),
          "a subscriber after the task had succeeded")
        withExtendedLifetime((kept, late)) {}
      },

      Law(.t4, "losing its last subscriber did not cancel the run, once") { rig in
        let first = rig.listen(Notes())
        let second = rig.listen(Notes())
        rig.send(1)
        rig.invalidate(first)
        rig.trial.expect(rig.cancellations, 0, "cancellations after one of two subscribers had left")
        rig.invalidate(second)
        rig.invalidate(second)
        rig.trial.expect(rig.cancellations, 1, "cancellations after the last subscriber had left")
      },

      Law(.t4, "a subscriber after a cancellation did not get a fresh run") { rig in
        let first = rig.listen(Notes())
        rig.send(1)
        rig.invalidate(first)
        let starts = rig.starts
        let notes = Notes<Int>()
        let second = rig.listen(notes)
        // A run that was not cancelled breaks another law.
        if rig.cancellations > 0 {
          rig.trial.expect(rig.starts, starts + 1, "starts, when somebody subscribed after the cancellation")
          rig.trial.expect(notes.events, [], "a subscriber of the fresh run, which has reported nothing")
        }
        rig.invalidate(second)
      },

      Law(.t4, "a completed run was cancelled") { rig in
        let token = rig.listen(Notes())
        rig.end()
        rig.invalidate(token)
        rig.trial.expect(rig.cancellations, 0, "cancellations after success")
      },
    ]
  }
}

extension LawRig<PublisherSubject> {
  fileprivate var starts: Int { count(.start) }
  fileprivate var cancellations: Int { count(.cancellation) }

  private func count(_ event: TaskRunLog.Event) -> Int {
    subject.runs?.events.filter { $0 == event }.count ?? 0
  }

  /// As a person calls it who has written a task.
  fileprivate func shown(_ update: Int) -> String {
    update == subject.result ? "success" : update < 100_000 ? "\(update)" : "another success"
  }
}
