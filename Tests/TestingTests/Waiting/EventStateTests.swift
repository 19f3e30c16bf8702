import TestSupport
import Testing

@Suite("Waiting for a state")
struct EventStateTests {
  private let state = EventState(0)
  private let missed = History<String>()

  @Test func `fails with the expected event, the time and the state, if it is missing`() async {
    await WaitLimit.$missedEvents.withValue(missed) {
      let hasCome = await state.wait(for: "the second part", within: .milliseconds(1)) { $0 == 2 }
      #expect(!hasCome)
    }
    #expect(
      missed.events == [
        """
        Waited for the second part, which has not come within 0.001 seconds of the process's own time.
        State: 0
        """
      ])
  }

  @Test func `shows of the state what the test wants to be shown`() async {
    await WaitLimit.$missedEvents.withValue(missed) {
      await state.wait(for: "it", within: .zero, showing: { "\($0) parts" }) { $0 == 2 }
    }
    #expect(missed.events.first?.hasSuffix("State: 0 parts") == true)
  }

  @Test func `does not fail if the event arrives, also if the state was only momentary`() async {
    let other = EventState(false)
    await WaitLimit.$missedEvents.withValue(missed) {
      async let hasCome = state.wait(for: "one") { number in
        // It waits, and the state may change.
        other.change { $0 = true }
        return number == 1
      }
      await other.wait(for: "a look at the state") { $0 }
      state.change { $0 = 1 }
      state.change { $0 = 2 }
      #expect(await hasCome)
    }
    #expect(missed.events.isEmpty)
  }
}
