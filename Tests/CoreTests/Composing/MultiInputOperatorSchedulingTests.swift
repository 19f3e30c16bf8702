import TestSupport
import Testing
import Tidings
import TidingsCore
import TidingsTesting

@Suite("A multiInput with something that comes later")
struct MultiInputOperatorSchedulingTests {
  private let source = BroadcastSource<Int>()
  private let history = History<String>()

  /// Repeats each update a second later, and gives that up with the next one; zero ends.
  private func echoes(on scheduler: some UpdateScheduler) -> Broadcaster<Int> {
    Broadcaster(
      MultiInputOperator<Int, Int>(
        from: { [source] inputs in inputs.connect(source) }, remembering: Upstreams.Key?.none
      ) {
        pending, input, output, inputs in
        if input == 0 { return output.end() }
        output(input)
        if let pending { inputs.disconnect(pending) }
        pending = input < 0 ? nil : inputs.put(-input, after: .seconds(1), on: scheduler)
      })
  }

  private func listen(to publisher: some Publisher<Int>) -> Subscription {
    let subscription = publisher.attach { [history] in history.record("\($0)") }
    subscription.whenEnded { [history] in history.record("end") }
    return subscription
  }

  @Test
  func `gets it from the scheduler, unless it was disconnected`() {
    let scheduler = ManualScheduler()
    let subscription = listen(to: echoes(on: scheduler))
    source.send(1)
    source.send(2)
    #expect(scheduler.pendingJobs == 1)
    scheduler.advance(by: .seconds(1))
    #expect(history.events == ["1", "2", "-2"])
    subscription.invalidate()
  }

  @Test
  func `gives it up with its subscription, left from outside or ended from inside`() async {
    await LiveScope.expectingNoLeaks {
      let scheduler = ManualScheduler()
      let left = listen(to: echoes(on: scheduler))
      source.send(1)
      left.invalidate()
      #expect(scheduler.pendingJobs == 0)
      let ended = listen(to: echoes(on: scheduler))
      source.send(2)
      source.send(0)
      #expect(scheduler.pendingJobs == 0)
      #expect(!ended.isActive)
    }
  }

  @Test
  func `takes what the scheduler runs immediately`() {
    let subscription = listen(to: echoes(on: ImmediateScheduler()))
    source.send(1)
    source.send(2)
    #expect(history.events == ["1", "-1", "2", "-2"])
    subscription.invalidate()
  }
}
