import TestSupport
import Testing

@testable import TidingsCore

@Suite("A trampoline")
struct TrampolineTests {
  /// Counts from one number to the other, each inside the one before, and returns at once where that is postponed.
  private static func count(from number: Int, through last: Int, into history: History<Int>) {
    Trampoline.perform {
      history.record(number)
      if number < last { count(from: number + 1, through: last, into: history) }
      history.record(-number)
    }
  }

  @Test
  func `does immediately what there is room for`() {
    let history = History<Int>()
    Self.count(from: 1, through: 3, into: history)
    #expect(history.events == [1, 2, 3, -3, -2, -1])
  }

  @Test(arguments: [128, 1_024])
  func `does the rest when calls have returned, and before the outermost of them does`(kibibytes: Int) async {
    let history = History<Int>()
    let last = TestSize.scaled(100_000)
    await onThreads(stackByteCount: kibibytes << 10) { _ in Self.count(from: 1, through: last, into: history) }
    #expect(history.events.filter { $0 > 0 } == Array(1...last))
    #expect(history.events.filter { $0 < 0 }.sorted() == (1...last).map { -$0 }.sorted())
  }

  @Test
  func `does what has been postponed when its thread is about to wait`() async {
    let history = History<String>()
    await onThreads { _ in
      Trampoline.descend { trampoline in
        trampoline.postpone { history.record("postponed") }
        history.record("before")
        Trampoline.finishEarly()
        history.record("after")
      }
    }
    #expect(history.events == ["before", "postponed", "after"])
  }
}
