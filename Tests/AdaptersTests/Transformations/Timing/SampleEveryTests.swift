import Dispatch
import TestSupport
import Testing
import Tidings
import TidingsTesting

@Suite("Sample at intervals")
struct SampleEveryTests {
  private let marbles = Marbles()

  private func sampled(_ publisher: some Publisher<String>, every frames: Int) -> Broadcaster<String> {
    publisher.sample(every: marbles.frames(frames), scheduler: marbles.scheduler)
  }

  @Test func `delivers a new latest update after each interval, and none at the end`() {
    let source = marbles.hot("-ab---c-----d-e|")
    marbles.expect(
      sampled(source, every: 3), "---b--c-----d--|")
  }

  @Test func `starts its intervals with each subscription`() {
    let result = sampled(marbles.hot("-a-b--c-|"), every: 3)
    let late = marbles.record(result, subscribed: "--^")
    marbles.expect(result, "---b--c-|")
    late.expect("-----b--|")
  }

  @Test func `delivers the current value of a value after one interval`() {
    marbles.expect(sampled(marbles.value("a---b--|"), every: 3), "---a--b|")
  }

  @Test func `ends on its scheduler`() {
    let source = BroadcastSource<String>()
    let history = History<String>()
    let subscription = source.sample(every: .seconds(1), scheduler: marbles.scheduler).recordAll(in: history)
    source.finish()
    #expect(history.events.isEmpty)
    marbles.run()
    #expect(history.events == ["end"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `of the longest interval never delivers an update`() {
    let source = BroadcastSource<String>()
    let history = History<String>()
    let subscription = source.sample(every: Duration(attoseconds: .max), scheduler: marbles.scheduler)
      .recordAll(in: history)
    source.send("a")
    marbles.run()
    #expect(history.events.isEmpty)
    subscription.invalidate()
  }

  @Test(arguments: [true, false])
  func `delivers on a real queue while another thread sends`(isSerial: Bool) async {
    await LiveScope.expectingNoLeaks {
      let history = History<Int>()
      let strays = History<Int>()
      let queue = DispatchQueue(label: "sample", attributes: isSerial ? [] : .concurrent)
      let source = BroadcastSource<Int>()
      let subscription = source.sample(every: .microseconds(100), scheduler: queue).attach {
        if !queue.isCurrent { strays.record($0) }
        history.record($0)
      }
      await onThreads { _ in
        for update in 1...20_000 { source.send(update) }
        history.wait(for: 20_000)
      }
      #expect(history.events == Set(history.events).sorted())
      #expect(strays.events.isEmpty)
      subscription.invalidate()
    }
  }
}
