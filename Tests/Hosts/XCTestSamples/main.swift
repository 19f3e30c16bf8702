#if canImport(XCTest) && !canImport(Darwin)
  import Dispatch
  import TidingsTesting
  import XCTest

  /// Tests that fail, as a user's would: TestHostTests runs them, expects that, in the lines that they tell.
  final class FailingSamples: XCTestCase {
    func testFailsOnTheThreadOfTheTest() {
      let host = TestHost.current
      print("due in line \(#line + 1): the test failed")
      host.fail("the test failed", at: CallSite(#fileID, #filePath, #line, #column))
    }

    func testFailsOnAQueue() {
      let host = TestHost.current
      let isDone = expectation(description: "The queue is done")
      DispatchQueue(label: "sample").async {
        print("due in line \(#line + 1): a queue failed")
        host.fail("a queue failed", at: CallSite(#fileID, #filePath, #line, #column))
        isDone.fulfill()
      }
      wait(for: [isDone], timeout: 300)
    }
  }

  // With an argument: outside of any test.
  if CommandLine.arguments.contains("outside") {
    TestHost.current.fail("nobody hears this", at: CallSite(#fileID, #filePath, #line, #column))
  }

  XCTMain([
    testCase([
      ("testFailsOnTheThreadOfTheTest", FailingSamples.testFailsOnTheThreadOfTheTest),
      ("testFailsOnAQueue", FailingSamples.testFailsOnAQueue),
    ])
  ])
#endif
