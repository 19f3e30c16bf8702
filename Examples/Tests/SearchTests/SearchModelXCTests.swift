import Search
import Tidings
import TidingsTesting
import XCTest

/// Tests with XCTest, which reports failures in the line of the expectation.
final class SearchModelXCTests: XCTestCase {
  @MainActor
  func testSearchesWhenTheUserPauses() async throws {
    let scheduler = ManualScheduler()
    let results = PublishedTaskStub<Never, [String], any Error>()
    let model = SearchModel(scheduler: scheduler) { _ in results.publishedTask }
    let states = model.$state.record()
    model.text = "tidings"
    states.expect(.idle)
    states.expectNone()
    scheduler.advance(by: .milliseconds(300))
    states.expect(.searching)
    results.succeed(["Good tidings"])
    XCTAssertEqual(try states.next(), .found(["Good tidings"]))
  }

  @MainActor
  func testSearchesForNothingBeforeAnythingIsTyped() async {
    let scheduler = ManualScheduler()
    let model = SearchModel(scheduler: scheduler) { _ in .unimplemented("search") }
    scheduler.run()
    XCTAssertEqual(model.state, .idle)
  }
}
