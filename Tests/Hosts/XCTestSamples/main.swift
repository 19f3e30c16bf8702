#if canImport(XCTest) && !canImport(Darwin)
  import Dispatch
  import Tidings
  import TidingsTesting
  import XCTest

  /// Failing tests, like those of a user. TestHostTests runs them, and expects failures at their lines.
  final class FailingSamples: XCTestCase {
    func testDiffers() {
      let recorder = Broadcaster.just(1, 3).record()
      print("due in line \(#line + 1): expected [1, 2, 3]")
      recorder.expect(1, 2, 3)
    }

    func testFailsWithoutAnUpdate() throws {
      let recorder = Broadcaster<Int>.never.record()
      print("due in line \(#line + 1): expected another update, received none")
      _ = try recorder.next()
      XCTFail("This is not reached")
    }

    func testFailsOnAQueue() {
      let recorder = Broadcaster.just(1).record()
      let isDone = expectation(description: "The queue is done")
      DispatchQueue(label: "sample").async {
        print("due in line \(#line + 1): expected no more updates, received [1]")
        recorder.expectNone()
        isDone.fulfill()
      }
      wait(for: [isDone], timeout: 300)
    }

    func testFailsAfterAWait() async throws {
      let recorder = Broadcaster<Int>.never.record()
      print("due in line \(#line + 1): expected another update within 0.0 seconds, received none")
      _ = try await recorder.next(within: .zero)
    }
  }

  // With this argument, the failure is outside of any test.
  if CommandLine.arguments.contains("outside") {
    Broadcaster.just(1).record().expectNone()
  }

  XCTMain([
    testCase([
      ("testDiffers", FailingSamples.testDiffers),
      ("testFailsWithoutAnUpdate", FailingSamples.testFailsWithoutAnUpdate),
      ("testFailsOnAQueue", FailingSamples.testFailsOnAQueue),
      ("testFailsAfterAWait", asyncTest(FailingSamples.testFailsAfterAWait)),
    ])
  ])
#endif
