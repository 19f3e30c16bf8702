#if canImport(XCTest)
  import HostSupport
  import XCTest

  /// XCTest runs the main actor in two ways of its own. Other suites of a project may still use it.
  final class XCTestHostTests: XCTestCase {
    func testAnAsynchronousTestReceivesEveryUpdateOnTheMainActor() async {
      let findings = await withCheckedContinuation { continuation in
        Task { @MainActor in Trial.begin { continuation.resume(returning: $0) } }
      }
      XCTAssertEqual(findings, goodFindings)
    }

    func testASynchronousTestReceivesEveryUpdateOnTheMainActor() {
      let isDone = expectation(description: "Both publishers have ended")
      MainActor.assumeIsolated {
        Trial.begin { findings in
          XCTAssertEqual(findings, goodFindings)
          isDone.fulfill()
        }
      }
      wait(for: [isDone], timeout: 300)
    }
  }
#endif
