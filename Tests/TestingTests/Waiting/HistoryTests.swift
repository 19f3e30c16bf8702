import TestSupport
import Testing

@Suite("Waiting on a thread for what is recorded")
struct HistoryTests {
  private let history = History<String>()
  private let missed = History<String>()

  @Test func `fails with the expected event, the time and the other events, if it is missing`() async {
    history.record("start")
    await onThreads { [history, missed] _ in
      WaitLimit.$missedEvents.withValue(missed) { history.wait(for: "end", within: .milliseconds(1)) }
    }
    #expect(
      missed.events == [
        """
        Waited for the event end, which has not come within 0.001 seconds of the process's own time.
        State: ["start"]
        """
      ])
  }

  @Test func `fails when there are too few events`() async {
    history.record("start")
    await onThreads { [history, missed] _ in
      WaitLimit.$missedEvents.withValue(missed) { history.waitForCount(2, within: .milliseconds(1)) }
    }
    #expect(missed.events.first?.hasPrefix("Waited for 2 events, which has not come") == true)
  }
}
