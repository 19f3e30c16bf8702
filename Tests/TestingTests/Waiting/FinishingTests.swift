import TestSupport
import Testing

@Suite("Waiting for an operation to finish")
struct FinishingTests {
  private struct Fault: Error {}
  private let missed = History<String>()

  @Test func `returns what it returns, and throws what it throws`() async throws {
    #expect(try await finishing("a sum") { 1 + 1 } == 2)
    await #expect(throws: Fault.self) { try await finishing("a fault") { throw Fault() } }
  }

  @Test func `fails with the expected event if it does not finish, and cancels it`() async {
    let isCancelled = EventState(false)
    await WaitLimit.$missedEvents.withValue(missed) {
      await #expect(throws: Unfinished.self) {
        try await finishing("the end of time", within: .milliseconds(1)) {
          for await _ in AsyncStream.makeStream(of: Never.self).stream {}
          isCancelled.change { $0 = Task.isCancelled }
        }
      }
    }
    #expect(
      missed.events == [
        """
        Waited for the end of time, which has not come within 0.001 seconds of the process's own time.
        State: not finished
        """
      ])
    await isCancelled.wait(for: "the cancellation of the operation") { $0 }
  }
}
