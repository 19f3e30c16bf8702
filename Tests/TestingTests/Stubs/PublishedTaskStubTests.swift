import TestSupport
import Testing
import Tidings
import TidingsTesting

@Suite("A task stub")
struct PublishedTaskStubTests {
  private typealias Stub = PublishedTaskStub<Double, Int, Refusal>

  private let scheduler = ManualScheduler()

  @Test func `starts with its first subscriber, and reports and completes by the test`() throws {
    let stub = Stub()
    let task = stub.publishedTask
    #expect(stub.runs.isEmpty)
    let recorder = task.record()
    stub.report(0.5)
    #expect(stub.runs.map(\.phase) == [.running])
    stub.succeed(1)
    #expect(stub.runs.map(\.phase) == [.completed])
    #expect(recorder.progress() == [0.5])
    let result = try recorder.completion()
    #expect(result == .success(1))
  }

  @Test func `succeeds without a value, by the stub or a run of it, as a source and a run of a task do`() throws {
    let stub = PublishedTaskStub<Never, Void, Refusal>()
    let source = TaskSource<Never, Void, Refusal>()
    let started = PublishedTask<Never, Void, Refusal>(start: { run in
      run.succeed()
      return .ended
    })
    let recorders = [stub.publishedTask.record(), stub.publishedTask.record(), source.record(), started.record()]
    stub.succeed()
    stub.runs.first?.succeed()
    source.succeed()
    for recorder in recorders { try recorder.completion().get() }
  }

  @Test func `counts cancelled downloads, and starts again`() throws {
    let stub = Stub(scheduler: scheduler)
    let task = stub.publishedTask
    scheduler.advance(by: .seconds(1))
    let first = task.record()
    scheduler.advance(by: .seconds(1))
    first.stop()
    let second = task.record()
    stub.runs[0].succeed(1)
    stub.fail(Refusal())
    #expect(stub.runs.count { $0.isCancelled } == 1)
    #expect(stub.runs.map(\.phase) == [.cancelled, .completed])
    #expect(stub.subscriptions.map(\.startTime) == [.seconds(1), .seconds(2)])
    #expect(stub.subscriptions[0].ending == .invalidated(at: .seconds(2)))
    let result = try second.completion()
    #expect(result == .failure(Refusal()))
  }

  @Test func `returns a new task each time, so that a completed one does not affect the next`() throws {
    let stub = Stub()
    let first = stub.publishedTask.record()
    stub.succeed(1)
    let second = stub.publishedTask.record()
    second.expectNone()
    stub.succeed(2)
    let results = try [first.completion(), second.completion()]
    #expect(results == [.success(1), .success(2)])
  }

  @Test func `plays its script in each run, from its start`() throws {
    let stub = Stub([.progress(0.5, at: .seconds(1)), .success(7, at: .seconds(2))], scheduler: scheduler)
    scheduler.advance(by: .seconds(10))
    let first = stub.publishedTask.record(scheduler: scheduler)
    scheduler.advance(by: .seconds(1))
    first.stop()
    #expect(scheduler.pendingJobs == 0)
    let second = stub.publishedTask.record(scheduler: scheduler)
    scheduler.run()
    #expect(second.deliveries.map(\.time) == [.seconds(12), .seconds(13)])
    second.expect(all: [.inProgress(0.5), .completed(.success(7))])
    #expect(
      stub.subscriptions == [
        StubSubscription(startTime: .seconds(10), ending: .invalidated(at: .seconds(11))),
        StubSubscription(startTime: .seconds(11), ending: .ended(at: .seconds(13))),
      ])
  }

  @Test func `is cancelled if its subscriber leaves during the script that its start plays`() {
    let stub = Stub([.progress(0.5), .progress(0.7), .success(1)], scheduler: ImmediateScheduler())
    let recorder = stub.publishedTask.prefix(1).record()
    recorder.expect(all: [.inProgress(0.5)])
    #expect(stub.runs.map(\.phase) == [.cancelled])
  }

  @Test func `can let the first run fail and the second succeed`() throws {
    let stub = Stub()
    let recorder = PublishedTask.retrying(attempts: 2) { _ in stub.publishedTask }.record()
    stub.fail(Refusal())
    stub.succeed(2)
    #expect(stub.runs.count == 2)
    let result = try recorder.completion()
    #expect(result == .success(2))
  }

  @Test(arguments: [false, true])
  func `can end without a result`(isScripted: Bool) throws {
    let stub = isScripted ? Stub([.end(at: .seconds(1))], scheduler: scheduler) : Stub()
    let recorder = stub.publishedTask.record()
    if isScripted { scheduler.run() } else { stub.finish() }
    #expect(recorder.end != nil)
    #expect(stub.runs.map(\.phase) == [.ended])
  }

  @Test func `fails the test that drives a task without a run`() {
    let failures = Failures.of {
      let stub = Stub()
      let task = stub.publishedTask
      stub.succeed(1)
      withExtendedLifetime(task) {}
    }
    #expect(failures == ["succeed was called on the stub of a task that was not started"])
  }

  @Test func `leaves no objects`() async {
    await LiveScope.expectingNoLeaks {
      let stub = Stub([.success(1, at: .seconds(1))], scheduler: scheduler)
      let completed = stub.publishedTask.record()
      scheduler.run()
      let running = stub.publishedTask.record()
      #expect(stub.runs.map(\.phase) == [.completed, .running])
      withExtendedLifetime((completed, running)) {}
    }
  }
}

private struct Refusal: Error, Equatable {}
