import Testing
import TidingsCore

extension Contract {
  /// The contracts of publishers that start with their first subscriber and stop with their last.
  static let runContracts: [Contract] = [
    Contract("P8 a publisher without subscribers does not start, and leaves no objects") { subject in
      _ = subject.make()
      let fixture = subject.make()
      fixture.send(1)
      fixture.finish()
      #expect(fixture.runs.log.events.isEmpty)
    },

    Contract("T1 it starts once with its first subscriber", for: \.isCold) { subject in
      let fixture = subject.make()
      #expect(fixture.runs.log.events.isEmpty)
      let first = fixture.listen(to: History())
      let second = fixture.listen(to: History())
      #expect(fixture.runs.log.events == ["start"])
      first.invalidate()
      #expect(fixture.runs.log.events == ["start"])
      second.invalidate()
    },

    Contract("T4 the run stops once after the last subscriber, and the next one starts a new run", for: \.isCold) {
      subject in
      let fixture = subject.make()
      let first = fixture.listen(to: History())
      fixture.send(1)
      first.invalidate()
      first.invalidate()
      #expect(fixture.runs.log.events == ["start", "stop"])
      let history = History<Int>()
      let second = fixture.listen(to: history)
      #expect(fixture.runs.log.events == ["start", "stop", "start"])
      fixture.send(2)
      #expect(history.events == subject.first() + [2])
      second.invalidate()
    },

    Contract("T4 updates of a stopped run are dropped", for: \.isCold) { subject in
      let fixture = subject.make()
      fixture.runs.keepStoppedRuns()
      fixture.listen(to: History()).invalidate()
      let history = History<Int>()
      let subscription = fixture.listen(to: history)
      #expect(fixture.runs.sendThroughStoppedRun(1))
      fixture.send(2)
      #expect(history.events == subject.first() + [2])
      subscription.invalidate()
      fixture.runs.forgetStoppedRun()
    },

    Contract("T4 a completed run is not cancelled", for: { $0.isCold && $0.result != nil }) { subject in
      let fixture = subject.make()
      let subscription = fixture.listen(to: History())
      fixture.finish()
      subscription.invalidate()
      #expect(fixture.runs.log.events == ["start"])
    },

    Contract("a run without a result is stopped at the end", for: { $0.isCold && $0.result == nil }) { subject in
      let fixture = subject.make()
      let subscription = fixture.listen(to: History())
      fixture.finish()
      #expect(fixture.runs.log.events == ["start", "stop"])
      subscription.invalidate()
      #expect(fixture.runs.log.events == ["start", "stop"])
    },

    Contract("T1 start and stop alternate with several threads", isConcurrent: true, for: \.isCold) { subject in
      let fixture = subject.make()
      await onThreads(4) { _ in
        for _ in 0..<300 { fixture.listen(to: History()).invalidate() }
      }
      let log = fixture.runs.log.events
      #expect(log.count.isMultiple(of: 2))
      #expect(log.enumerated().allSatisfy { $1 == ($0.isMultiple(of: 2) ? "start" : "stop") })
    },

    Contract(
      "T4 the first of completion and cancellation wins", isConcurrent: true, for: { $0.isCold && $0.result != nil }
    ) { subject in
      for _ in 0..<200 {
        let fixture = subject.make()
        let history = History<Int>()
        let subscription = fixture.listen(to: history)
        await onThreads(2) { index in index == 0 ? fixture.finish() : subscription.invalidate() }
        let late = History<Int>()
        let next = fixture.listen(to: late)
        let wasCompleted = late.events == subject.resultAtEnd
        #expect(fixture.runs.log.events == (wasCompleted ? ["start"] : ["start", "stop", "start"]))
        if !wasCompleted { #expect(history.events.isEmpty) }
        next.invalidate()
      }
    },
  ]
}
