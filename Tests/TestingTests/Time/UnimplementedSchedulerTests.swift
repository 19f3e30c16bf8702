import TestSupport
import Testing
import Tidings
import TidingsTesting

@Suite("A scheduler that a test has not implemented fails it")
struct UnimplementedSchedulerTests {
  @Test func `where something is to happen later, which does not`() {
    let history = History<Int>()
    let failures = Failures.of {
      let source = BroadcastSource<Int>()
      let subscription = source.delay(for: .seconds(1), scheduler: .unimplemented("scheduler of the search"))
        .attach { history.record($0) }
      source.send(1)
      subscription.invalidate()
    }
    let use = "a job was enqueued for 1.0 seconds later"
    #expect(failures.contains("“scheduler of the search” is not implemented in this test, and \(use)"))
    #expect(history.events == [])
  }

  @Test func `where something is to happen elsewhere`() {
    let failures = Failures.of {
      let property = PublishedProperty(1)
      property.receive(on: .unimplemented()).attach { _ in }.invalidate()
    }
    #expect(failures == ["“scheduler” is not implemented in this test, and a job was enqueued"])
  }

  @Test func `where its time is read`() {
    let failures = Failures.of {
      let scheduler: UnimplementedScheduler = .unimplemented("clock")
      #expect(scheduler.uptime == .zero)
    }
    #expect(failures == ["“clock” is not implemented in this test, and its time was read"])
  }

  @Test func `and does not where nothing needs it`() {
    let failures = Failures.of {
      let source = BroadcastSource<Int>()
      let recorder = source.receive(on: .unimplemented()).record()
      recorder.expect(all: [])
    }
    #expect(failures == [])
  }
}
