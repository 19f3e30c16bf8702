import TestSupport
import Testing
import Tidings

@Suite("Reduce")
struct ReduceTests {
  @Test func `starts with its first subscriber, and runs once for all subscribers`() {
    let source = BroadcastSource<Int>()
    let calls = History<Int>()
    let sum = source.reduce(0) { partial, update in
      calls.record(update)
      return partial + update
    }
    source.send(1)
    #expect(!source.hasSubscribers)
    let history = History<TaskUpdate<Never, Int, Never>>()
    let first = sum.attach { history.record($0) }
    let second = sum.attach { history.record($0) }
    source.send(2)
    source.finish()
    #expect(calls.events == [2])
    #expect(history.events == [.completed(.success(2)), .completed(.success(2))])
    withExtendedLifetime((first, second)) {}
  }

  @Test func `into a result completes with the result of each run`() {
    let source = BroadcastSource<Int>()
    let lists = source.reduce(into: [0]) { $0.append($1) }
    let first = lists.attach { _ in }
    source.send(1)
    first.invalidate()
    #expect(!source.hasSubscribers)
    let history = History<TaskUpdate<Never, [Int], Never>>()
    let second = lists.attach { history.record($0) }
    source.send(2)
    source.send(3)
    #expect(history.events.isEmpty)
    source.finish()
    #expect(history.events == [.completed(.success([0, 2, 3]))])
    #expect(!second.isActive)
  }

  @Test func `into a result does not copy the result`() async {
    let source = BroadcastSource<Int>()
    let addresses = History<UInt>()
    let task = source.reduce(into: Array(repeating: 0, count: 4)) { list, update in
      list[0] = update
      unsafe addresses.record(list.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) })
    }
    let subscription = task.attach { _ in }
    for update in 1...4 { source.send(update) }
    source.finish()
    #expect(await task.value == [4, 0, 0, 0])
    // The first change copies the list that the operator keeps for the next run.
    #expect(Set(addresses.events.dropFirst()).count == 1)
    subscription.invalidate()
  }
}
