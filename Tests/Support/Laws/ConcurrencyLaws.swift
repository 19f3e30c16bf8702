import Synchronization
import Testing
import TidingsCore

extension Law {
  static let concurrencyLaws: [Law] = [
    Law(
      "P3 P4 several publishing threads: one delivery at a time, and the same order for all",
      for: { !$0.mergesChanges }
    ) { subject in
      let rig = subject.make()
      let threads = 3
      let updates = repetitions(2_000)
      let histories = (0..<3).map { _ in History<Int>() }
      let overlaps = Atomic(0)
      let subscriptions = histories.map { history in
        let running = Running()
        return rig.publisher.attach { update in
          if !running.enter() { overlaps.add(1, ordering: .relaxed) }
          history.record(update)
          running.leave()
        }
      }
      await onThreads(threads) { index in
        for update in 1...updates { rig.send(index * updates + update) }
      }
      let expected = subject.first().count + threads * updates
      await onThreads { _ in for history in histories { history.waitForCount(expected) } }
      #expect(overlaps.load(ordering: .relaxed) == 0)
      let sent = histories[0].events.dropFirst(subject.first().count)
      #expect(histories.allSatisfy { $0.events == histories[0].events })
      #expect(Set(sent).count == threads * updates)
      for index in 0..<threads {
        let own = sent.filter { ($0 - 1) / updates == index }
        #expect(own == own.sorted(), "the updates of one thread must keep their order")
      }
      withExtendedLifetime(subscriptions) {}
    },

    Law(
      "P4 V2 several publishing threads whose changes may be one: the same for all, and at last the final value",
      for: \.mergesChanges
    ) { subject in
      let rig = subject.make()
      let threads = 3
      let updates = repetitions(2_000)
      let histories = (0..<3).map { _ in History<Int>() }
      let subscriptions = histories.map { rig.listen(to: $0) }
      await onThreads(threads) { index in
        for update in 1...updates { rig.send(index * updates + update) }
      }
      rig.send(-1)
      await onThreads { _ in for history in histories { history.wait(for: -1) } }
      #expect(histories.allSatisfy { $0.events == histories[0].events })
      #expect(histories[0].events.last == -1)
      let sent = histories[0].events.dropFirst(subject.first().count)
      for index in 0..<threads {
        let own = sent.filter { $0 > 0 && ($0 - 1) / updates == index }
        #expect(own == own.sorted(), "the updates of one thread must keep their order")
        #expect(Set(own).count == own.count)
      }
      withExtendedLifetime(subscriptions) {}
    },

    Law("P2 after invalidate has returned at most one claimed call still runs") { subject in
      let rig = subject.make()
      let stop = Atomic(false)
      let late = History<Int>()
      let kept = rig.listen(to: History())
      await onThreads(2) { index in
        if index == 0 {
          var update = 0
          while !stop.load(ordering: .relaxed) {
            update += 1
            rig.send(update)
          }
        } else {
          for _ in 0..<repetitions(300) {
            let lateCalls = CallCount()
            let watch = OverWatch()
            let subscription = rig.publisher.attach { _ in if watch.isOver { lateCalls.count() } }
            subscription.invalidate()
            watch.set()
            late.record(lateCalls.value)
          }
          stop.store(true, ordering: .relaxed)
        }
      }
      #expect(late.events.allSatisfy { $0 <= 1 })
      kept.invalidate()
    },

    Law("P11 a publish call delivers a bounded number of others' updates; the rest goes on in order") { subject in
      let rig = subject.make()
      let history = History<Int>()
      let own = Atomic(0)
      await onThreads { _ in
        let publisher = ThreadID.current
        let subscription = rig.publisher.attach { update in
          if ThreadID.current == publisher { own.add(1, ordering: .relaxed) }
          if update == 1 {
            onOtherThread {
              for other in 2...100 { rig.send(other) }
            }
          }
          history.record(update)
        }
        let before = own.load(ordering: .relaxed)
        rig.send(1)
        history.wait(for: 100)
        #expect(own.load(ordering: .relaxed) - before <= 17)
        #expect(history.events.suffix(100) == Array(1...100)[...])
        subscription.invalidate()
      }
    },

    Law("P11 with one publishing thread everything is delivered on it") { subject in
      let rig = subject.make()
      let history = History<Bool>()
      await onThreads { _ in
        let publisher = ThreadID.current
        let subscription = rig.publisher.attach { update in
          history.record(ThreadID.current == publisher)
          if update == 1 { for next in 2...100 { rig.send(next) } }
        }
        rig.send(1)
        #expect(history.events.suffix(100) == Array(repeating: true, count: 100)[...])
        subscription.invalidate()
      }
    },

    Law("P10 racing ends are told once to each, after everything else") { subject in
      for _ in 0..<repetitions(50) {
        let rig = subject.make()
        let history = History<String>()
        let subscription = rig.publisher.attach { history.record("\($0)") }
        subscription.whenEnded { history.record("end") }
        await onThreads(3) { index in
          rig.send(index + 1)
          rig.finish()
        }
        await onThreads { _ in history.wait(for: "end") }
        #expect(history.events.filter { $0 == "end" }.count == 1)
        #expect(history.events.last == "end")
      }
    },

    Law("P1 P6 subscribing, publishing and leaving from many threads keeps every promise") { subject in
      let rig = subject.make()
      let updates = repetitions(3_000)
      let kept = rig.listen(to: History())
      let faults = History<String>()
      await onThreads(4) { index in
        if index < 2 {
          for update in 1...updates { rig.send(index * updates + update) }
        } else {
          for _ in 0..<repetitions(300) {
            let received = History<Int>()
            let subscription = rig.listen(to: received)
            // The initial updates of operators on events can come later while other threads publish (P4).
            if subject.isReadable, received.events.isEmpty { faults.record("no initial value") }
            subscription.invalidate()
            let events = received.events
            for index in 0..<2 {
              let own = events.filter { ($0 - 1) / updates == index && $0 > 0 }
              if own != own.sorted() || Set(own).count != own.count { faults.record("disordered: \(own)") }
            }
          }
        }
      }
      #expect(faults.events.isEmpty)
      kept.invalidate()
    },
  ]
}

/// Whether a closure is running.
private final class Running: Sendable {
  private let flag = Atomic(false)

  func enter() -> Bool {
    !flag.exchange(true, ordering: .acquiringAndReleasing)
  }

  func leave() {
    flag.store(false, ordering: .releasing)
  }
}

private final class CallCount: Sendable {
  private let calls = Atomic(0)

  func count() {
    calls.add(1, ordering: .relaxed)
  }

  var value: Int {
    calls.load(ordering: .relaxed)
  }
}

private final class OverWatch: Sendable {
  private let flag = Atomic(false)

  func set() {
    flag.store(true, ordering: .releasing)
  }

  var isOver: Bool {
    flag.load(ordering: .acquiring)
  }
}
