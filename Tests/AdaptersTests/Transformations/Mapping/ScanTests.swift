import TestSupport
import Testing
import Tidings

@Suite("Scan")
struct ScanTests {
  @Test
  func `delivers the result of all updates so far, for each subscription`() {
    let source = BroadcastSource<Int>()
    let sums = source.scan(0, +)
    let history = History<Int>()
    let first = sums.attach { history.record($0) }
    source.send(1)
    let second = sums.attach { history.record($0 * 10) }
    source.send(2)
    #expect(history.events == [1, 3, 20])
    first.invalidate()
    second.invalidate()
  }

  @Test
  func `into a result delivers the result of each subscription`() {
    let source = BroadcastSource<Int>()
    let lists = source.scan(into: [0]) { $0.append($1) }
    let history = History<[Int]>()
    let first = lists.attach { history.record($0) }
    source.send(1)
    let second = lists.attach { history.record($0.map { $0 * 10 }) }
    source.send(2)
    #expect(history.events == [[0, 1], [0, 1, 2], [0, 20]])
    first.invalidate()
    second.invalidate()
  }

  @Test
  func `into a result does not change a kept result`() {
    let source = BroadcastSource<Int>()
    let history = History<[Int]>()
    let subscription = source.scan(into: []) { $0.append($1) }.attach { history.record($0) }
    for update in 1...3 { source.send(update) }
    #expect(history.events == [[1], [1, 2], [1, 2, 3]])
    subscription.invalidate()
  }

  @Test
  func `into a result makes no copy that is not kept`() {
    let source = BroadcastSource<Int>()
    let addresses = History<UInt>()
    let subscription = source.scan(into: Array(repeating: 0, count: 4)) { list, update in
      list[0] = update
      unsafe addresses.record(list.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) })
    }.attach { _ in }
    for update in 1...4 { source.send(update) }
    // The first change is of the list that the operator itself keeps for others.
    #expect(Set(addresses.events.dropFirst()).count == 1)
    subscription.invalidate()
  }

  @Test
  func `into a result follows a value from the current one on`() {
    let property = PublishedProperty(1)
    let history = History<Int>()
    let subscription = property.scan(into: 0) { $0 += $1 }.attach { history.record($0) }
    property.value = 2
    #expect(history.events == [1, 3])
    subscription.invalidate()
    #expect(!property.hasSubscribers)
  }

  @Test
  func `scanMap delivers the result of a closure with a state of each subscription`() {
    let source = BroadcastSource<Int>()
    let rises = source.scanMap(into: 0) { last, update in
      defer { last = update }
      return update - last
    }
    let history = History<Int>()
    let first = rises.attach { history.record($0) }
    source.send(1)
    let second = rises.attach { history.record($0 * 10) }
    source.send(3)
    #expect(history.events == [1, 2, 30])
    first.invalidate()
    second.invalidate()
  }

  @Test
  func `scanMap with compactMap drops updates by a rule with a state`() {
    let source = BroadcastSource<Int>()
    let history = History<Int>()
    let subscription = source.scanMap(into: Int.min) { highest, update -> Int? in
      guard update > highest else { return nil }
      highest = update
      return update
    }
    .compactMap { $0 }
    .attach { history.record($0) }
    for update in [2, 1, 2, 3] { source.send(update) }
    #expect(history.events == [2, 3])
    subscription.invalidate()
  }
}
