import Dispatch
import Foundation
import TestSupport
import Testing

@Suite("A limit of waiting")
struct WaitLimitTests {
  @Test func `is not over while something waits that is shorter`() async {
    let ends = EventState([Int]())
    let limits = [8, 1, 4].map { length in
      WaitLimit(.milliseconds(100 * length)) { ends.change { $0.append(length) } }
    }
    await ends.wait(for: "the end of every limit") { $0.count == 3 }
    #expect(ends.state == [1, 4, 8])
    #expect(limits.map(\.isOver) == [true, true, true])
  }

  @Test func `that is cancelled never ends`() async {
    let ends = EventState([String]())
    do {
      let givenUp = WaitLimit(.milliseconds(1)) { ends.change { $0.append("given up") } }
      withExtendedLifetime(givenUp) {}
    }
    let kept = WaitLimit(.milliseconds(100)) { ends.change { $0.append("kept") } }
    await ends.wait(for: "the end of the limit that is kept") { $0.contains("kept") }
    #expect(ends.state == ["kept"])
    withExtendedLifetime(kept) {}
  }

  @Test func `ends though something blocks a thread that the test would need`() {
    // The thread of this test belongs to the pool, and is blocked until the limit has passed.
    let isOver = DispatchSemaphore(value: 0)
    let limit = WaitLimit(.milliseconds(1)) { isOver.signal() }
    isOver.wait()
    #expect(limit.isOver)
  }
}
