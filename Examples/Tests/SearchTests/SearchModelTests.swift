import Search
import Testing
import Tidings
import TidingsTesting

/// A view model with a debounce, tested in virtual time. SearchModelXCTests has some of the tests for XCTest.
@MainActor
struct SearchModelTests {
  private let scheduler = ManualScheduler()
  private let results = PublishedTaskStub<Never, [String], any Error>()

  private func model() -> SearchModel {
    SearchModel(scheduler: scheduler) { [results] _ in results.publishedTask }
  }

  @Test func `searches when the user pauses`() {
    let model = model()
    model.text = "tidings"
    scheduler.advance(by: .milliseconds(299))
    #expect(results.runs.isEmpty)
    scheduler.advance(by: .milliseconds(1))
    #expect(results.runs.count == 1)
    results.succeed(["Good tidings"])
    #expect(model.state == .found(["Good tidings"]))
  }

  @Test func `searches once for a word that is typed`() {
    let texts = BroadcastSource<String>()
    let recorder = texts.record()
    let model = SearchModel(scheduler: scheduler) { text in
      texts.send(text)
      return .pending()
    }
    for text in ["t", "ti", "tid"] {
      model.text = text
      scheduler.advance(by: .milliseconds(100))
    }
    recorder.expectNone()
    scheduler.run()
    recorder.expect("tid")
    recorder.expectNone()
  }

  @Test func `shows each state in order`() {
    let model = model()
    let states = model.$state.record()
    model.text = "tidings"
    scheduler.run()
    results.fail(Outage())
    model.text = ""
    scheduler.run()
    states.expect(all: [.idle, .searching, .failed, .idle])
  }

  @Test func `cancels a search without subscribers`() {
    let model = model()
    model.text = "tid"
    scheduler.run()
    model.text = "tidings"
    scheduler.run()
    #expect(results.runs.map(\.phase) == [.cancelled, .running])
    results.runs[0].succeed(["Tide tables"])
    #expect(model.state == .searching)
  }

  @Test func `shows a slow result when it arrives`() {
    let results = PublishedTaskStub<Never, [String], any Error>(
      [.success(["Good tidings"], at: .seconds(2))], scheduler: scheduler)
    let model = SearchModel(scheduler: scheduler) { _ in results.publishedTask }
    let states = model.$state.record(scheduler: scheduler)
    model.text = "tidings"
    scheduler.run()
    #expect(states.deliveries.map(\.time) == [.zero, .milliseconds(300), .milliseconds(2_300)])
  }

  @Test func `is released with its publishers`() {
    expectNothingLeft {
      do {
        let model = SearchModel(scheduler: scheduler) { _ in .pending() }
        model.text = "tidings"
        scheduler.run()
      }
      scheduler.run()  // The model's text has ended with it. The end is delivered on the scheduler.
    }
    #expect(scheduler.pendingJobs == 0)
  }
}

private struct Outage: Error {}
