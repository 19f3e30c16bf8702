import TidingsCore

extension Contract<PublisherSubject> {
  static var taskContracts: [Contract] {
    [
      Contract(.t1, "it did not start with its first subscriber, once for all") { fixture in
        fixture.expect(fixture.starts, 0, "starts before the first subscription")
        fixture.listen(Notes())
        fixture.expect(fixture.starts, 1, "starts after the first subscriber")
        fixture.listen(Notes())
        fixture.expect(fixture.starts, 1, "starts after the second subscriber")
      },

      Contract(.t1, "a subscriber after the result started the work again") { fixture in
        fixture.listen(Notes())
        fixture.end()
        fixture.listen(Notes())
        // Another contract checks the first start.
        fixture.expect(fixture.starts <= 1, "the work was started \(fixture.starts) times")
      },

      Contract(
        .t1, "several threads subscribed and left, and starts and cancellations did not take turns", isConcurrent: true
      ) {
        fixture in
        fixture.trial.onThreads(3) { _ in
          for _ in 0..<100 { fixture.invalidate(fixture.listen(Notes())) }
        }
        let events = fixture.subject.runs?.events ?? []
        let takeTurns = events.enumerated().allSatisfy { $1 == ($0.isMultiple(of: 2) ? .start : .cancellation) }
        fixture.expect(
          takeTurns && events.count.isMultiple(of: 2),
          "\(events.filter { $0 == .start }.count) starts, \(events.filter { $0 != .start }.count) cancellations")
      },

      Contract(.t2, "there was not progress first, then one result, then nothing") { fixture in
        let notes = Notes<Int>()
        fixture.listen(notes)
        fixture.send(1)
        fixture.send(2)
        fixture.end()
        fixture.trial.call("another end()") { fixture.subject.completeAgain?() }
        fixture.send(3)
        fixture.expect(
          notes.events.map(fixture.shown), ([1, 2] + fixture.subject.resultAtEnd).map(fixture.shown),
          "two reports, success, another success, another report")
      },

      Contract(.t3, "a late subscriber did not get the latest progress immediately") { fixture in
        fixture.listen(Notes())
        fixture.send(1)
        fixture.send(2)
        let notes = Notes<Int>()
        fixture.listen(notes)
        fixture.expect(notes.events, [2], "a subscriber after the reports 1 and 2")
      },

      Contract(.t3, "a late subscriber did not get the result immediately") { fixture in
        fixture.listen(Notes())
        fixture.send(1)
        fixture.end()
        let notes = Notes<Int>()
        fixture.listen(notes)
        fixture.expect(
          notes.events.map(fixture.shown), fixture.subject.resultAtEnd.map(fixture.shown),
          "a subscriber after the task had succeeded")
      },

      Contract(.t4, "the run was not cancelled exactly once, after its last subscriber left") { fixture in
        let first = fixture.listen(Notes())
        let second = fixture.listen(Notes())
        fixture.send(1)
        fixture.invalidate(first)
        fixture.expect(fixture.cancellations, 0, "cancellations after one of two subscribers had left")
        fixture.invalidate(second)
        fixture.invalidate(second)
        fixture.expect(fixture.cancellations, 1, "cancellations after the last subscriber had left")
      },

      Contract(.t4, "a subscriber after a cancellation did not get a fresh run") { fixture in
        let first = fixture.listen(Notes())
        fixture.send(1)
        fixture.invalidate(first)
        let starts = fixture.starts
        let notes = Notes<Int>()
        fixture.listen(notes)
        // A run that was not cancelled breaks another contract.
        if fixture.cancellations > 0 {
          fixture.expect(fixture.starts, starts + 1, "starts, after a subscription that follows the cancellation")
          fixture.expect(notes.events, [], "a subscriber of the fresh run, which has reported nothing")
        }
      },

      Contract(.t4, "a completed run was cancelled") { fixture in
        let token = fixture.listen(Notes())
        fixture.end()
        fixture.invalidate(token)
        fixture.expect(fixture.cancellations, 0, "cancellations after success")
      },
    ]
  }
}

extension ContractFixture<PublisherSubject> {
  fileprivate var starts: Int { count(.start) }
  fileprivate var cancellations: Int { count(.cancellation) }
  private func count(_ event: TaskRunLog.Event) -> Int { subject.runs?.events.filter { $0 == event }.count ?? 0 }

  /// The name that test authors use.
  fileprivate func shown(_ update: Int) -> String {
    update == subject.result ? "success" : update < 100_000 ? "\(update)" : "another success"
  }
}
