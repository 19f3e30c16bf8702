import Testing
import Tidings
import TidingsTesting

@Suite("A recorder fails the test and says why")
struct RecorderFailureTests {
  private let source = BroadcastSource<Int>()

  @Test func `where there is no next update`() {
    let failures = Failures.of {
      let recorder = source.record()
      source.send(7)
      _ = try recorder.next()
      _ = try recorder.next()
      Issue.record("This is not reached")
    }
    #expect(failures == ["expected another update, received none\nrecorded [7], all read, not ended"])
  }

  @Test func `where there are fewer than asked for, of which none counts as read`() throws {
    let failures = Failures.of {
      let recorder = source.record()
      for number in 1...3 { source.send(number) }
      _ = try recorder.next()
      #expect(throws: Failures.Reported.self) { try recorder.next(3) }
      #expect(try recorder.next(2) == [2, 3])
    }
    #expect(failures == ["expected 3 more updates, received [2, 3]\nrecorded [1, 2, 3], 1 of them read, not ended"])
  }

  @Test func `where there is more than expected`() {
    let failures = Failures.of {
      let recorder = source.record()
      recorder.expectNone()
      source.send(1)
      source.finish()
      recorder.expectNone()
    }
    #expect(failures == ["expected no more updates, received [1]\nrecorded [1], none read, ended"])
  }

  @Test func `where no update is expected, and there is one`() {
    let failures = Failures.of {
      let recorder = source.record()
      recorder.expect()
      source.send(1)
      recorder.expect()
      recorder.stop()
      recorder.expect()
    }
    #expect(
      failures
        == ["not ended", "stopped"].map {
          "expected no more updates, received [1]\nrecorded [1], none read, \($0)"
        })
  }

  @Test func `where the end was not delivered`() {
    let failures = Failures.of {
      let recorder = source.record()
      try recorder.completion()
    }
    #expect(failures == ["expected the end, it was not delivered\nrecorded nothing, not ended"])
  }

  @Test func `where a task has ended without a result`() {
    let failures = Failures.of {
      var task: TaskSource<Int, Int, Never>? = TaskSource()
      let recorder = task?.publishedTask.record()
      task = nil
      let result = try recorder?.completion()
      Issue.record("\(String(describing: result)) was read")
    }
    #expect(failures == ["expected a result, the publisher has ended without one\nrecorded nothing, ended"])
  }

  @Test(arguments: [
    ([1, 2, 3], "first difference at index 1: expected 2, received 9"),
    ([1], "first difference at index 1: expected nothing, received 9"),
    ([1, 9, 3, 4], "first difference at index 3: expected 4, received nothing"),
  ])
  func `where updates differ, with the first difference`(expected: [Int], line: String) {
    let failures = Failures.of {
      let recorder = Broadcaster.just(1, 9, 3).record()
      recorder.expect(all: expected)
    }
    #expect(
      failures == [
        "expected \(expected)\nreceived [1, 9, 3]\n\(line)\nrecorded [1, 9, 3], all read, ended"
      ])
  }

  @Test func `not where the updates are those expected, and others come later`() {
    let failures = Failures.of {
      let recorder = Broadcaster.just(1, 2, 3).record()
      recorder.expect(1, 2)
      recorder.expect(3)
      recorder.expect(all: [1, 2, 3])
      recorder.expectNone()
    }
    #expect(failures == [])
  }

  @Test func `and shows the latest of many updates`() {
    let failures = Failures.of {
      let recorder = source.record()
      for number in 1...100 { source.send(number) }
      recorder.expect(all: [])
      try recorder.completion()
    }
    #expect(failures.last?.hasPrefix("expected the end, it was not delivered\nrecorded [70 more, 71, 72,") == true)
  }
}
