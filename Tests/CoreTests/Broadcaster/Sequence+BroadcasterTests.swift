import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("The broadcaster of a sequence")
struct SequenceBroadcasterTests {
  @Test func `delivers all elements to each subscriber and ends before subscribe returns`() {
    let history = History<String>()
    let broadcaster = [1, 2].broadcaster()
    for name in ["a", "b"] {
      let subscription = broadcaster.attach { history.record("\(name)\($0)") }
      #expect(!subscription.isActive)
      subscription.whenEnded { history.record("\(name) end") }
    }
    #expect(history.events == ["a1", "a2", "a end", "b1", "b2", "b end"])
  }

  @Test func `that is empty ends immediately`() {
    #expect(![Int]().broadcaster().attach { _ in }.isActive)
  }

  @Test func `accepts ranges, sets, strides and repeated elements`() {
    let history = History<Int>()
    for broadcaster in [
      (1...3).broadcaster(), Set([4]).broadcaster(), stride(from: 5, to: 9, by: 2).broadcaster(),
      repeatElement(8, count: 2).broadcaster(),
    ] {
      _ = broadcaster.attach { history.record($0) }
    }
    #expect(history.events == [1, 2, 3, 4, 5, 7, 8, 8])
  }

  @Test func `that is infinite requests at most one more element than its subscriber takes`() {
    let requested = History<Int>()
    struct Numbers: Sequence, Sendable {
      let requested: History<Int>

      func makeIterator() -> AnyIterator<Int> {
        var number = 0
        return AnyIterator { [requested] in
          number += 1
          requested.record(number)
          return number
        }
      }
    }
    let history = History<Int>()
    let subscription = Numbers(requested: requested).broadcaster().prefix(3).attach { history.record($0) }
    #expect(history.events == [1, 2, 3])
    #expect(requested.events == [1, 2, 3, 4])
    #expect(!subscription.isActive)
  }

  @Test func `delivers elements in order to a subscriber that subscribes again while it receives one`() {
    let broadcaster = [1, 2].broadcaster()
    let history = History<String>()
    _ = broadcaster.attach { outer in
      history.record("begin \(outer)")
      _ = broadcaster.attach { history.record("\(outer)\($0)") }
      history.record("end \(outer)")
    }
    #expect(history.events == ["begin 1", "11", "12", "end 1", "begin 2", "21", "22", "end 2"])
  }
}
