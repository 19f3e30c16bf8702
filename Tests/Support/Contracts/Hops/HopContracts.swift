import Synchronization
import Testing
import TidingsCore

/// The contracts behind a hop to a queue, a clock or an actor.
///
/// P4 between subscribers and P5 do not apply here. Each subscription has its own hop, and one may be ahead of another.
struct HopContract: Sendable {
  let name: String
  let applies: @Sendable (HopSubject) -> Bool
  let appliesToSource: @Sendable (Subject) -> Bool
  let check: @Sendable (HopSubject, Subject) async throws -> Void

  init(
    _ name: String, for applies: @escaping @Sendable (HopSubject) -> Bool = { _ in true },
    from appliesToSource: @escaping @Sendable (Subject) -> Bool = { _ in true },
    check: @escaping @Sendable (HopSubject, Subject) async throws -> Void
  ) {
    self.name = name
    self.applies = applies
    self.appliesToSource = appliesToSource
    self.check = check
  }

  static let all: [HopContract] = [
    HopContract("updates are delivered in the context one at a time and in order, and then the end") {
      hop, source in
      let there = hop.make()
      let fixture = source.make()
      let published = History<Int>()
      let received = History<Int>()
      let ended = History<Bool>()
      let faults = History<String>()
      let isRunning = Atomic(false)
      let updates = repetitions(300)
      let witness = fixture.listen(to: published)
      let subscription = await there.subscribe(to: fixture.publisher, ended: { ended.record(there.isCurrent()) }) {
        update in
        if isRunning.exchange(true, ordering: .acquiringAndReleasing) { faults.record("\(update) overlaps") }
        if !there.isCurrent() { faults.record("\(update) arrives elsewhere") }
        received.record(update)
        isRunning.store(false, ordering: .releasing)
      }
      async let fromThere: Void = there.perform { for update in 1...updates { fixture.send(update) } }
      await onThreads(3) { thread in
        for update in 1...updates { fixture.send((thread + 1) * updates + update) }
      }
      await fromThere
      await onThreads { _ in published.waitForCount(source.first().count + 4 * updates) }
      fixture.finish()
      await onThreads { _ in ended.waitForCount(1) }
      #expect(faults.events.isEmpty)
      #expect(received.events == published.events)
      #expect(received.events.count == source.first().count + 4 * updates + source.resultAtEnd.count)
      #expect(ended.events == [true])
      #expect(!subscription.isActive)
      withExtendedLifetime(witness) {}
    },

    HopContract("after invalidate has returned in the context, a pending hop delivers nothing", for: \.isSerial) {
      hop, source in
      for _ in 0..<repetitions(40) {
        let there = hop.make()
        let fixture = source.make()
        let isOver = Held<Void>()
        let late = History<Int>()
        let subscription = await there.subscribe(to: fixture.publisher, ended: { late.record(-1) }) { update in
          if isOver.current != nil { late.record(update) }
        }
        async let publishing: Void = onThreads { _ in for update in 1...50 { fixture.send(update) } }
        await there.perform {
          subscription.invalidate()
          isOver.hold(())
        }
        await publishing
        fixture.finish()
        await there.perform {}
        #expect(late.events.isEmpty)
      }
    },

    HopContract(
      "a subscriber that leaves during a delivery receives no pending update, and is released", for: \.isSerial
    ) {
      hop, source in
      let there = hop.make()
      let fixture = source.make()
      let received = History<Int>()
      let own = Held<Subscription>()
      let kept = Held(History<Int>())
      weak let captured = kept.current
      own.hold(
        await there.subscribe(to: fixture.publisher) { [kept = kept.current] update in
          received.record(update)
          if update == 1 { own.current?.invalidate() }
          withExtendedLifetime(kept) {}
        })
      kept.letGo()
      await there.perform { onOtherThread { for update in 1...3 { fixture.send(update) } } }
      await onThreads { _ in received.wait(for: 1) }
      await there.perform {}
      #expect(received.events == source.first() + [1])
      await eventually("the closure to be released") { captured == nil }
      own.letGo()
    },

    HopContract("an update sent in the context is delivered immediately, unless earlier ones are pending") {
      hop, source in
      let there = hop.make()
      let fixture = source.make()
      let history = History<String>()
      let subscription = await there.subscribe(to: fixture.publisher) { history.record("\($0)") }
      await onThreads { _ in history.waitForCount(source.first().count) }
      await there.perform {}
      await there.perform {
        fixture.send(1)
        history.record("sent")
      }
      await onThreads { _ in history.wait(for: "1") }
      await there.perform {}
      await there.perform {
        onOtherThread { fixture.send(2) }
        fixture.send(3)
        history.record("sent")
      }
      await onThreads { _ in history.wait(for: "3") }
      let first = source.first().map { "\($0)" }
      let events = hop.isSerial ? history.events : history.events.filter { $0 != "sent" }
      if hop.atOnce == .whenThere {
        #expect(events == first + ["1", "sent", "sent", "2", "3"])
      } else if hop.isSerial {
        #expect(events == first + ["sent", "1", "sent", "2", "3"])
      } else {
        #expect(events == first + ["1", "2", "3"])
      }
      subscription.invalidate()
    },

    HopContract(
      "a value delivers the current value, then each change, and the final value last",
      from: \.isValue
    ) {
      hop, source in
      for _ in 0..<repetitions(20) {
        let there = hop.make()
        let fixture = source.make()
        let received = History<Int>()
        let witness = fixture.listen(to: History())
        async let publishing: Void = onThreads { _ in
          for update in 1...20 {
            fixture.send(update)
            fixture.send(update)
          }
        }
        let subscription = await there.subscribe(to: fixture.publisher) { received.record($0) }
        await publishing
        await onThreads { _ in received.wait(for: 20) }
        let first = try #require(received.events.first)
        #expect(received.events == Array(first...20))
        subscription.invalidate()
        witness.invalidate()
      }
    },

    HopContract(
      "the initial delivery is immediate, or follows the return of subscribe, as documented",
      from: \.isValue
    ) { hop, source in
      let there = hop.make()
      let fixture = source.make()
      let history = History<String>()
      let subscription = await there.subscribe(to: fixture.publisher, subscribed: { history.record("subscribed") }) {
        _ in
        history.record("received")
      }
      await onThreads { _ in history.waitForCount(2) }
      let expected = hop.atOnce == .never ? ["subscribed", "received"] : ["received", "subscribed"]
      // In a context with several threads the hop may be faster.
      if hop.isSerial { #expect(history.events == expected) }
      #expect(Set(history.events) == Set(expected))
      subscription.invalidate()
    },

    HopContract(
      "a busy context keeps the newest or oldest pending updates",
      for: { $0.isSerial && $0.buffers }
    ) {
      hop, source in
      for (buffering, kept) in [(Buffering.newest(2), [8, 9]), (.oldest(2), [1, 2])] {
        let there = hop.make()
        let fixture = source.make()
        let received = History<Int>()
        let ended = History<Void>()
        let subscription = await there.subscribe(
          to: fixture.publisher, buffering: buffering, ended: { ended.record(()) }
        ) {
          received.record($0)
        }
        await onThreads { _ in received.waitForCount(source.first().count) }
        await there.perform {}
        await there.perform {
          onOtherThread {
            for update in 1...9 { fixture.send(update) }
            // The result of a task counts as an update.
            if source.result == nil { fixture.finish() }
          }
        }
        if source.result == nil {
          await onThreads { _ in ended.waitForCount(1) }
        } else {
          await onThreads { _ in received.waitForCount(kept.count + source.first().count) }
        }
        #expect(received.events == source.first() + kept)
        subscription.invalidate()
      }
    },
  ]
}
