import Foundation
import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("Waiting for a first update")
struct FirstUpdateTests {
  @Test("gets the current one of a value, and of a task its first")
  func atOnce() async {
    #expect(await PublishedProperty(1).first() == 1)
    #expect(await PublishedTask<Int, Int, Fault>.success(2).first() == .completed(.success(2)))
  }

  @Test("gets the next one of a broadcaster, and gives the subscription up inside its delivery")
  @MainActor
  func next() async {
    let source = BroadcastSource<Int>()
    let waiting = Task { @MainActor in await source.first() }
    while !source.hasSubscribers { await Task.yield() }
    source.send(1)
    #expect(!source.hasSubscribers)
    source.send(2)
    #expect(await waiting.value == 1)
  }

  @Test("subscribes before it gives up the actor of the caller")
  @MainActor
  func noHop() async {
    let source = BroadcastSource<Int>()
    let history = History<String>()
    let waiting = Task { @MainActor in
      history.record("asks")
      return await source.first()
    }
    while history.events.isEmpty { await Task.yield() }
    #expect(source.hasSubscribers)
    source.send(1)
    #expect(await waiting.value == 1)
  }

  @Test("is nil when the publisher ends without one")
  func end() async {
    #expect(await Broadcaster<Int>.empty.first() == nil)
    let source = BroadcastSource<Int>()
    let waiting = Task { await source.first() }
    await onThreads { _ in
      while !source.hasSubscribers { sched_yield() }
      source.finish()
    }
    #expect(await waiting.value == nil)
  }

  @Test("is nil when the Swift task is cancelled, and cancels work that nobody else listens to")
  func cancellation() async {
    await LiveScope.expectingNoLeaks {
      let shop = Workshop<Int>()
      let task = shop.task("x")
      let waiting = Task { await task.first() }
      await onThreads { _ in shop.log.wait(for: "start x") }
      waiting.cancel()
      #expect(await waiting.value == nil)
      #expect(shop.log.events == ["start x", "cancel x"])
    }
  }
}
