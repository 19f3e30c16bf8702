import Synchronization
import Testing
import TidingsCore

extension Contract {
  static let concurrencyContracts: [Contract] = [
    Contract(
      "P3 P4 several publishing threads: one delivery at a time, in the same order for all", isConcurrent: true,
      for: { !$0.mergesChanges }
    ) { subject in
      let fixture = subject.make()
      let threads = 3
      let updates = repetitions(2_000)
      let histories = (0..<3).map { _ in History<Int>() }
      let overlaps = Atomic(0)
      let subscriptions = histories.map { history in
        let running = Running()
        return fixture.publisher.attach { update in
          if !running.enter() { overlaps.add(1, ordering: .relaxed) }
          history.record(update)
          running.leave()
        }
      }
      await onThreads(threads) { index in
        for update in 1...updates { fixture.send(index * updates + update) }
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

    Contract(
      "P4 V2 several publishing threads with merged changes: the same for all, and the final value last",
      isConcurrent: true,
      for: \.mergesChanges
    ) { subject in
      let fixture = subject.make()
      let threads = 3
      let updates = repetitions(2_000)
      let histories = (0..<3).map { _ in History<Int>() }
      let subscriptions = histories.map { fixture.listen(to: $0) }
      await onThreads(threads) { index in
        for update in 1...updates { fixture.send(index * updates + update) }
      }
      fixture.send(-1)
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

    Contract("P1 P6 subscribing, publishing and unsubscribing on several threads keep the order", isConcurrent: true) {
      subject in
      let fixture = subject.make()
      let updates = repetitions(3_000)
      let kept = fixture.listen(to: History())
      let faults = History<String>()
      await onThreads(4) { index in
        if index < 2 {
          for update in 1...updates { fixture.send(index * updates + update) }
        } else {
          for _ in 0..<repetitions(300) {
            let received = History<Int>()
            let subscription = fixture.listen(to: received)
            // The initial updates of operators on events can be delivered later while other threads publish (P4).
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
