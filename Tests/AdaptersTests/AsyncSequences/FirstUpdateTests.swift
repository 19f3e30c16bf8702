import Foundation
import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("Waiting for a first update")
struct FirstUpdateTests {
  @Test func `returns the current update of a value, and the first update of a task`() async {
    #expect(await PublishedProperty(1).first() == 1)
    #expect(await PublishedTask<Int, Int, Fault>.success(2).first() == .completed(.success(2)))
  }

  @Test func `waits for an update that satisfies a condition, and returns nil if there is none`() async throws {
    let value = PublishedProperty(1)
    let hasStarted = EventState(false)
    let waiting = Task {
      await value.first { update in
        hasStarted.change { $0 = true }
        return update > 2
      }
    }
    await hasStarted.wait(for: "the condition to be called") { $0 }
    for update in 2...4 { value.value = update }
    #expect(try await finishing("a first update") { await waiting.value } == 3)
    #expect(await Broadcaster.just(1, 2).first { $0 > 2 } == nil)
    #expect(!value.hasSubscribers)
  }

  @Test
  @MainActor
  func `returns the next update of a broadcaster, and unsubscribes during its delivery`() async throws {
    let source = BroadcastSource<Int>()
    let hasStarted = EventState(false)
    let waiting = Task { @MainActor in
      hasStarted.change { $0 = true }
      return await source.first()
    }
    // After that, only the wait for an update releases the main actor.
    await hasStarted.wait(for: "the task to start") { $0 }
    source.send(1)
    #expect(!source.hasSubscribers)
    source.send(2)
    #expect(try await finishing("a first update") { await waiting.value } == 1)
  }

  @Test
  @MainActor
  func `subscribes before it suspends on the caller's actor`() async throws {
    let source = BroadcastSource<Int>()
    let hasStarted = EventState(false)
    let waiting = Task { @MainActor in
      hasStarted.change { $0 = true }
      return await source.first()
    }
    await hasStarted.wait(for: "the task to start") { $0 }
    #expect(source.hasSubscribers)
    source.send(1)
    #expect(try await finishing("a first update") { await waiting.value } == 1)
  }

  @Test func `returns nil if the publisher ends without an update`() async throws {
    #expect(await Broadcaster<Int>.empty.first() == nil)
    let source = BroadcastSource<Int>()
    let waiting = Task { await source.first() }
    await onThreads { _ in
      eventuallyOnThread("a subscriber") { source.hasSubscribers }
      source.finish()
    }
    #expect(try await finishing("the end of the wait") { await waiting.value } == nil)
  }

  @Test func `returns nil if the source removes its subscribers`() async throws {
    let sources = [BroadcastSource<Int>(), BroadcastSource<Int>()]
    let waits = [Task { await sources[0].first() }, Task { await sources[1].first { $0 > 1 } }]
    await onThreads { _ in
      eventuallyOnThread("two subscribers") { sources.allSatisfy(\.hasSubscribers) }
      sources[1].send(1)
      for source in sources { source.removeAllSubscribers() }
    }
    for wait in waits {
      #expect(try await finishing("the end of the wait") { await wait.value } == nil)
    }
  }

  @Test func `returns nil if the Swift task is cancelled, and cancels a task without other subscribers`() async throws {
    try await LiveScope.expectingNoLeaks { () async throws in
      let shop = Workshop<Int>()
      let task = shop.task("x")
      let waiting = Task { await task.first() }
      await onThreads { _ in shop.log.wait(for: "start x") }
      waiting.cancel()
      #expect(try await finishing("the end of the wait") { await waiting.value } == nil)
      #expect(shop.log.events == ["start x", "cancel x"])
    }
  }
}
