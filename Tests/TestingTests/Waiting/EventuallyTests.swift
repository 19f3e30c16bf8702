import Synchronization
import TestSupport
import Testing

@Suite("Waiting for a state that is not reported")
struct EventuallyTests {
  private let missed = History<String>()
  private static let message = """
    Waited for the file to be closed, which has not come within 0.001 seconds of the process's own time.
    State: 3 are open
    """

  @Test func `fails with the condition, the time and the state, if it never holds`() async {
    await WaitLimit.$missedEvents.withValue(missed) {
      let holds = await eventually(
        "the file to be closed", within: .milliseconds(1), showing: { "3 are open" }
      ) { false }
      #expect(!holds)
    }
    #expect(missed.events == [Self.message])
  }

  @Test func `looks once more when the limit is over, and not only once`() async {
    let looks = Atomic(0)
    await WaitLimit.$missedEvents.withValue(missed) {
      await eventually("nothing", within: .zero) {
        looks.add(1, ordering: .relaxed)
        return false
      }
    }
    #expect(looks.load(ordering: .relaxed) > 1)
  }

  @Test func `goes the same way on a thread`() async {
    let results = History<Bool>()
    await onThreads { [missed] _ in
      WaitLimit.$missedEvents.withValue(missed) {
        let looks = Atomic(0)
        results.record(eventuallyOnThread("ten looks") { looks.add(1, ordering: .relaxed).newValue == 10 })
        results.record(missed.events.isEmpty)
        results.record(
          eventuallyOnThread("the file to be closed", within: .milliseconds(1), showing: { "3 are open" }) { false })
      }
    }
    #expect(results.events == [true, true, false])
    #expect(missed.events == [Self.message])
  }
}
