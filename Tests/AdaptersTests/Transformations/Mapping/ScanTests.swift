import TestSupport
import Testing
import Tidings

@Suite("Scan")
struct ScanTests {
  @Test func `into a result does not change a kept result`() {
    let source = BroadcastSource<Int>()
    let history = History<[Int]>()
    let subscription = source.scan(into: []) { $0.append($1) }.attach { history.record($0) }
    for update in 1...3 { source.send(update) }
    #expect(history.events == [[1], [1, 2], [1, 2, 3]])
    subscription.invalidate()
  }

  @Test func `into a result does not copy a result that is not kept`() {
    let source = BroadcastSource<Int>()
    let addresses = History<UInt>()
    let subscription = source.scan(into: Array(repeating: 0, count: 4)) { list, update in
      list[0] = update
      unsafe addresses.record(list.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) })
    }.attach { _ in }
    for update in 1...4 { source.send(update) }
    // The first change copies the list that the operator keeps for other subscriptions.
    #expect(Set(addresses.events.dropFirst()).count == 1)
    subscription.invalidate()
  }
}
