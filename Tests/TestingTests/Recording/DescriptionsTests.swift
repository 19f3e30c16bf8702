import Testing
import Tidings
import TidingsTesting

@Suite("What print and dump show of the test kit")
struct DescriptionsTests {
  @Test func `A run of a stub shows its phase`() {
    let task = PublishedTaskStub<Never, Int, Never>()
    task.publishedTask.attach { _ in }.invalidate()
    #expect("\(task.runs[0])" == "StubRun(cancelled)")
  }

  @Test func `A scheduler describes its time and its pending jobs`() {
    let scheduler = ManualScheduler()
    let job = scheduler.enqueue(after: .seconds(2)) {}
    scheduler.advance(by: .seconds(1))
    #expect("\(scheduler)" == "ManualScheduler(at 1.0 seconds, pending: 1)")
    job.invalidate()
  }
}
