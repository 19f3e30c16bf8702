import Testing
import Tidings
import TidingsTesting

@Suite("The timeline of a recorder")
struct TimelineEventTests {
  private let scheduler = ManualScheduler()

  @Test func `has updates and the end with their times, to be compared`() {
    let source = BroadcastSource<String>()
    let recorder = source.record(scheduler: scheduler)
    scheduler.advance(by: .seconds(1))
    source.send("a")
    scheduler.advance(by: .seconds(2))
    source.finish()
    #expect(recorder.timeline == [.update("a", at: .seconds(1)), .end(at: .seconds(3))])
    #expect(recorder.timeline != [.update("b", at: .seconds(1)), .end(at: .seconds(3))])
    #expect(recorder.timeline != [.update("a", at: .seconds(2)), .end(at: .seconds(3))])
    #expect("\(recorder.timeline)" == #"[update("a", at: 1.0 seconds), end(at: 3.0 seconds)]"#)
  }

  @Test func `of a script equals the script`() {
    let script: [TimelineEvent<String>] = [
      .update("a", at: .seconds(1)), .update("b", at: .seconds(3)), .end(at: .seconds(3)),
    ]
    let stub = BroadcasterStub(script, scheduler: scheduler)
    let recorder = stub.broadcaster.record(scheduler: scheduler)
    scheduler.run()
    #expect(recorder.timeline == script)
  }

  @Test func `of a script has an event with an earlier time right after the previous one`() {
    let stub = BroadcasterStub<Int>(
      [.update(1, at: .seconds(2)), .update(2, at: .seconds(1)), .update(3, at: .seconds(3))], scheduler: scheduler)
    let recorder = stub.broadcaster.record(scheduler: scheduler)
    scheduler.run()
    #expect(
      recorder.timeline == [.update(1, at: .seconds(2)), .update(2, at: .seconds(2)), .update(3, at: .seconds(3))])
  }

  @Test func `of a task has its progress and its result`() {
    let stub = PublishedTaskStub<Double, String, Never>(
      [.progress(0.5, at: .seconds(1)), .success("a", at: .seconds(2))], scheduler: scheduler)
    let recorder = stub.publishedTask.record(scheduler: scheduler)
    scheduler.run()
    #expect(
      recorder.timeline.prefix(2) == [
        .progress(0.5, at: .seconds(1)), .success("a", at: .seconds(2)),
      ])
  }

  @Test func `A recorder shows what it has recorded`() {
    let source = BroadcastSource<Int>()
    let recorder = source.record()
    source.send(1)
    #expect("\(recorder)" == "Recorder<Int>: recorded [1], none read, not ended")
    source.finish()
    #expect("\(recorder)" == "Recorder<Int>: recorded [1], none read, ended")
  }

  @Test func `A delivery shows when and where`() throws {
    let source = BroadcastSource<String>()
    let recorder = source.record(scheduler: scheduler)
    source.send("a")
    let delivery = try #require(recorder.deliveries.first)
    #expect("\(delivery)".hasPrefix(#""a" at 0.0 seconds on "#))
  }
}
