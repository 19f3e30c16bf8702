import Dispatch
import TestSupport
import Testing
import Tidings
import TidingsTesting

/// Release builds count nothing.
#if DEBUG
  @Suite("A scope that expects nothing to be left", .timeLimit(.minutes(10)))
  struct ExpectNothingLeftTests {
    private let source = BroadcastSource<Int>()

    @Test func `passes if everything is cancelled`() async {
      let failures = await Failures.of {
        let count = expectNothingLeft {
          let sum = Held(0)
          let subscription = source.map { $0 + 1 }.attach { sum.hold($0) }
          source.send(4)
          subscription.invalidate()
          return 5
        }
        #expect(count == 5)
        await expectNothingLeft(within: .zero) {
          let recorder = source.record()
          await Task {}.value
          withExtendedLifetime(recorder) {}
        }
      }
      #expect(failures == [])
    }

    @Test func `fails where a token is kept, and says how many subscriptions there are`() {
      let bag = SubscriptionBag()
      let failures = Failures.of {
        expectNothingLeft {
          source.attach { _ in }.store(in: bag)
          source.attach { _ in }.store(in: bag)
        }
      }
      #expect(
        failures == [
          "expected no live objects, found "
            + "closures of subscriptions: 2, objects that serve subscriptions: 0"
        ])
      bag.removeAll()
    }

    @Test func `names the lines that have subscribed`() {
      let bag = SubscriptionBag()
      let failures = Failures.of {
        expectNothingLeft {
          source.subscribe(fileID: "Mail/Feed.swift", line: 12) { _ in }.store(in: bag)
        }
      }
      #expect(
        failures == [
          "expected no live objects, found "
            + "closures of subscriptions: 1, objects that serve subscriptions: 0; subscribed at Feed.swift:12"
        ])
      bag.removeAll()
    }

    @Test func `names the lines also where a publisher keeps no closure of a subscription`() {
      let bag = SubscriptionBag()
      let failures = Failures.of {
        expectNothingLeft {
          Broadcaster<Int>.never.subscribe(fileID: "Mail/Feed.swift", line: 12) { _ in }.store(in: bag)
        }
      }
      #expect(
        failures == [
          "expected no live objects, found "
            + "closures of subscriptions: 0, objects that serve subscriptions: 1; subscribed at Feed.swift:12"
        ])
      bag.removeAll()
    }

    @Test func `fails where a source lives on`() {
      let failures = Failures.of {
        let kept = expectNothingLeft { BroadcastSource<Int>() }
        withExtendedLifetime(kept) {}
      }
      #expect(
        failures == [
          "expected no live objects, found "
            + "closures of subscriptions: 0, objects that serve subscriptions: 1. "
            + "It may be a source that is kept, a job that waits on a scheduler, or the asynchronous function of a task, "
            + "which returns after its cancellation: expectNothingLeft(within:) waits for it"
        ])
    }

    @Test func `fails where a job for an ended subscription waits on a scheduler, until it has run`() {
      let scheduler = ManualScheduler()
      let failures = Failures.of {
        expectNothingLeft {
          let subscription = source.receive(on: scheduler).attach { _ in }
          source.send(1)
          subscription.invalidate()
        }
        expectNothingLeft {
          let subscription = source.receive(on: scheduler).attach { _ in }
          source.send(1)
          subscription.invalidate()
          scheduler.run()
        }
      }
      #expect(failures.count == 1)
      #expect(failures.first?.contains("a job that waits on a scheduler") == true)
    }

    @Test func `fails where an object and its token keep each other alive`() {
      final class Model: Sendable {
        let subscriptions = SubscriptionBag()

        func follow(_ source: BroadcastSource<Int>) {
          source.attach { _ in withExtendedLifetime(self) {} }.store(in: subscriptions)
        }
      }
      let failures = Failures.of { expectNothingLeft { Model().follow(source) } }
      #expect(failures.count == 1)
      source.removeAllSubscribers()
    }

    @Test
    @MainActor
    func `waits for pending work, and not longer`() async {
      let failures = await Failures.of {
        await expectNothingLeft(within: .seconds(300)) {
          let hop = source.subscribe { @MainActor _ in }
          onQueue { [source] in source.send(1) }
          hop.invalidate()
        }
      }
      #expect(failures == [])
    }

    @Test func `fails when its time is over`() async {
      let bag = SubscriptionBag()
      let failures = await Failures.of {
        await expectNothingLeft(within: .milliseconds(1)) { source.attach { _ in }.store(in: bag) }
      }
      #expect(failures.count == 1)
      #expect(failures.first?.hasPrefix("expected no live objects within 0.001 seconds, found") == true)
    }

    private nonisolated func onQueue(_ body: @escaping @Sendable () -> Void) {
      DispatchQueue(label: "sample").sync(execute: body)
    }
  }
#endif
