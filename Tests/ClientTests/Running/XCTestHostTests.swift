#if canImport(XCTest)
  import HostSupport
  import XCTest

  /// XCTest serves the main actor in its own two ways, and other suites of a project may still be written for it.
  final class XCTestHostTests: XCTestCase {
    func testAnAsynchronousTestGetsEveryUpdateOnTheMainActor() async {
      let findings = await withCheckedContinuation { continuation in
        Task { @MainActor in Trial.begin { continuation.resume(returning: $0) } }
      }
      XCTAssertEqual(findings, goodFindings)
    }

    func testASynchronousTestGetsEveryUpdateOnTheMainActor() {
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
