import Dispatch
import TestSupport
import Testing
import Tidings
import TidingsTesting

@Suite("A recorder")
struct RecorderTests {
  private let source = BroadcastSource<Int>()

  @Test func `keeps every update with its virtual time`() {
    let scheduler = ManualScheduler()
    let recorder = source.record(scheduler: scheduler)
    source.send(1)
    scheduler.advance(by: .seconds(3))
    source.send(2)
    source.finish()
    #expect(recorder.deliveries.map(\.update) == [1, 2])
    #expect(recorder.deliveries.map(\.time) == [.zero, .seconds(3)])
    #expect(recorder.end?.time == .seconds(3))
  }

  @Test func `keeps where each update was delivered`() async throws {
    let recorder = source.record()
    source.send(1)
    let here = DeliveryThread.current
    await onThreads(1) { [source] _ in source.send(2) }
    await MainActor.run { source.send(3) }
    let threads = recorder.deliveries.map(\.thread)
    #expect(threads[0] == here)
    #expect(threads[1] != here)
    #expect(threads.map(\.isMain) == [false, false, true])
  }

  @Test func `has the updates that are delivered during its subscription`() throws {
    let recorder = PublishedValue(constant: 5).record()
    #expect(try recorder.next() == 5)
    try recorder.completion()
  }

  @Test func `reads one update after the other, then several, then the end`() throws {
    let recorder = Broadcaster.just(1, 2, 3, 4).record()
    #expect(try recorder.next() == 1)
    #expect(try recorder.next(2) == [2, 3])
    #expect(try recorder.next(0) == [])
    recorder.expect(4)
    recorder.expectNone()
    try recorder.completion()
    #expect(recorder.updates == [1, 2, 3, 4])
  }

  @Test func `ends its subscription when it is released`() {
    do {
      let recorder = source.record()
      #expect(source.hasSubscribers)
      withExtendedLifetime(recorder) {}
    }
    #expect(!source.hasSubscribers)
  }

  @Test func `stops on request, and keeps its bytes`() {
    let recorder = source.record()
    source.send(1)
    recorder.stop()
    source.send(2)
    #expect(!recorder.isActive)
    #expect(recorder.end == nil)
    recorder.expect(all: [1])
  }

  @Test
  @MainActor
  func `records immediately on the main actor updates of the main actor and of a queue`() async throws {
    let recorder = source.record()
    source.send(1)
    #expect(try recorder.next() == 1)
    DispatchQueue(label: "sample").sync { source.send(2) }
    #expect(try recorder.next() == 2)
  }

  @Test func `reads the result of a task, whether it succeeded or failed`() throws {
    let task = TaskSource<Int, String, Refusal>()
    let recorder = task.publishedTask.record()
    task.report(1)
    task.report(2)
    task.fail(Refusal())
    #expect(try recorder.next() == .inProgress(1))
    let result = try recorder.completion()
    #expect(result == .failure(Refusal()))
    recorder.expectNone()
    #expect(recorder.progress() == [1, 2])
  }

  @Test func `leaves no objects`() async {
    await LiveScope.expectingNoLeaks {
      let source = BroadcastSource<Int>()
      let recorder = source.record()
      source.send(1)
      withExtendedLifetime(recorder) {}
    }
  }
}

private struct Refusal: Error, Equatable {}
