import Testing
import TidingsCore

extension Law {
  /// The contracts of publishers that start with their first subscriber and stop with their last.
  static let runLaws: [Law] = [
    Law("P8 what is built and never subscribed to starts nothing and leaves nothing behind") { subject in
      _ = subject.make()
      let rig = subject.make()
      rig.send(1)
      rig.finish()
      #expect(rig.runs.log.events.isEmpty)
    },

    Law("T1 it starts with its first subscriber, once for all", for: \.isCold) { subject in
      let rig = subject.make()
      #expect(rig.runs.log.events.isEmpty)
      let first = rig.listen(to: History())
      let second = rig.listen(to: History())
      #expect(rig.runs.log.events == ["start"])
      first.invalidate()
      #expect(rig.runs.log.events == ["start"])
      second.invalidate()
    },

    Law("T4 losing every subscriber stops the run once, and the next starts a fresh one", for: \.isCold) { subject in
      let rig = subject.make()
      let first = rig.listen(to: History())
      rig.send(1)
      first.invalidate()
      first.invalidate()
      #expect(rig.runs.log.events == ["start", "stop"])
      let history = History<Int>()
      let second = rig.listen(to: history)
      #expect(rig.runs.log.events == ["start", "stop", "start"])
      rig.send(2)
      #expect(history.events == subject.first() + [2])
      second.invalidate()
    },

    Law("T4 what a stopped run still sends is dropped", for: \.isCold) { subject in
      let rig = subject.make()
      rig.runs.keepStoppedRuns()
      rig.listen(to: History()).invalidate()
      let history = History<Int>()
      let subscription = rig.listen(to: history)
      #expect(rig.runs.sendThroughStoppedRun(1))
      rig.send(2)
      #expect(history.events == subject.first() + [2])
      subscription.invalidate()
      rig.runs.forgetStoppedRun()
    },

    Law("T4 after completion nothing is cancelled", for: { $0.isCold && $0.result != nil }) { subject in
      let rig = subject.make()
      let subscription = rig.listen(to: History())
      rig.finish()
      subscription.invalidate()
      #expect(rig.runs.log.events == ["start"])
    },

    Law("a start is undone at the end, when it has no result", for: { $0.isCold && $0.result == nil }) { subject in
      let rig = subject.make()
      let subscription = rig.listen(to: History())
      rig.finish()
      #expect(rig.runs.log.events == ["start", "stop"])
      subscription.invalidate()
      #expect(rig.runs.log.events == ["start", "stop"])
    },

    Law("T1 start and stop alternate, whatever many threads do", for: \.isCold) { subject in
      let rig = subject.make()
      await onThreads(4) { _ in
        for _ in 0..<300 { rig.listen(to: History()).invalidate() }
      }
      let log = rig.runs.log.events
      #expect(log.count.isMultiple(of: 2))
      #expect(log.enumerated().allSatisfy { $1 == ($0.isMultiple(of: 2) ? "start" : "stop") })
    },

    Law("T4 of completing and leaving, the first wins", for: { $0.isCold && $0.result != nil }) { subject in
      for _ in 0..<200 {
        let rig = subject.make()
        let history = History<Int>()
        let subscription = rig.listen(to: history)
        await onThreads(2) { index in index == 0 ? rig.finish() : subscription.invalidate() }
        let late = History<Int>()
        let next = rig.listen(to: late)
        let wasCompleted = late.events == subject.resultAtEnd
        #expect(rig.runs.log.events == (wasCompleted ? ["start"] : ["start", "stop", "start"]))
        if !wasCompleted { #expect(history.events.isEmpty) }
        next.invalidate()
      }
    },
  ]
}
