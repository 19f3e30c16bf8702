import Synchronization
import TestSupport
import Testing

@Suite("Waiting for what nobody tells of")
struct EventuallyTests {
  private let missed = History<String>()
  private static let message = """
    Waited for the file to be closed, which has not come within 0.001 seconds of the process's own time.
    State: 3 are open
    """

  @Test("fails with what was waited for, how long, and the state, when it never holds")
  func missing() async {
    await WaitLimit.$missedEvents.withValue(missed) {
      let holds = await eventually(
        "the file to be closed", within: .milliseconds(1), showing: { "3 are open" }
      ) { false }
      #expect(!holds)
    }
    #expect(missed.events == [Self.message])
  }

  @Test("looks once more when the limit is over, and not only once")
  func lastLook() async {
    let looks = Atomic(0)
    await WaitLimit.$missedEvents.withValue(missed) {
      await eventually("nothing", within: .zero) {
        looks.add(1, ordering: .relaxed)
        return false
      }
    }
    #expect(looks.load(ordering: .relaxed) > 1)
  }

  @Test("does not fail when it holds at last")
  func coming() async {
    let looks = Atomic(0)
    await WaitLimit.$missedEvents.withValue(missed) {
      let holds = await eventually("ten looks") { looks.add(1, ordering: .relaxed).newValue == 10 }
      #expect(holds)
    }
    #expect(missed.events.isEmpty)
  }

  @Test("goes the same way on a thread")
  func thread() {
    let looks = Atomic(0)
    WaitLimit.$missedEvents.withValue(missed) {
      #expect(eventuallyOnThread("ten looks") { looks.add(1, ordering: .relaxed).newValue == 10 })
      #expect(missed.events.isEmpty)
      let holds = eventuallyOnThread(
        "the file to be closed", within: .milliseconds(1), showing: { "3 are open" }
      ) { false }
      #expect(!holds)
    }
    #expect(missed.events == [Self.message])
  }
}
