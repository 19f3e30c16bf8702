import Testing
import Tidings
import TidingsTesting

@Suite("What print and dump show of the test kit")
struct DescriptionsTests {
  @Test
  func `Stubs show how they were used`() {
    let broadcaster = BroadcasterStub<Int>()
    let value = PublishedValueStub(1)
    let task = PublishedTaskStub<Never, Int, Never>()
    let subscriptions = [
      broadcaster.broadcaster.attach { _ in }, value.publishedValue.attach { _ in }, task.publishedTask.attach { _ in },
    ]
    #expect("\(broadcaster)" == "BroadcasterStub<Int>(subscriptions: 1)")
    #expect("\(value)" == "PublishedValueStub<Int>(subscriptions: 1)")
    #expect("\(task)" == "PublishedTaskStub<Never, Int, Never>(runs: 1)")
    subscriptions.invalidateAll()
    #expect("\(task.runs[0])" == "StubRun(cancelled)")
  }

  @Test
  func `A scheduler describes its time and its pending jobs`() {
    let scheduler = ManualScheduler()
    let job = scheduler.enqueue(after: .seconds(2)) {}
    scheduler.advance(by: .seconds(1))
    #expect("\(scheduler)" == "ManualScheduler(at 1.0 seconds, pending: 1)")
    job.invalidate()
  }

  @Test
  func `A marble recording shows how much it has recorded`() {
    let marbles = Marbles()
    let recording = marbles.record(Broadcaster.just(1))
    marbles.run()
    #expect("\(recording)" == "MarbleRecording<Int>(events: 2)")
  }
}
