/// The library that runs a test, and takes its failures: Swift Testing or XCTest.
///
/// It is determined when a recorder or a stub is created, because a failure can happen on another thread, where Swift
/// Testing does not know the test. Neither library accepts failures for the other.
package struct TestHost: Sendable {
  /// Takes a failure, and returns whether there was a test to fail.
  package let report: @Sendable (_ message: String, _ site: CallSite) -> Bool
  /// The same, but returns an error to throw, which the library does not report again.
  package let stop: @Sendable (_ message: String, _ site: CallSite) -> (any Error)?

  package init(
    report: @escaping @Sendable (_ message: String, _ site: CallSite) -> Bool,
    stop: @escaping @Sendable (_ message: String, _ site: CallSite) -> (any Error)?
  ) {
    self.report = report
    self.stop = stop
  }

  /// Takes the failures instead of a library, for tests of the test kit.
  @TaskLocal package static var substitute: TestHost?

  /// The host of the current test. Without a test, a failure stops the program.
  package static var current: TestHost {
    substitute ?? swiftTesting ?? xcTest ?? TestHost(report: { _, _ in false }, stop: { _, _ in nil })
  }

  /// Fails the test in the line of the call.
  package func fail(_ message: String, at site: CallSite) {
    guard !report(message, site) else { return }
    // An object that was created before the tests, such as a stub in a static property, can still fail in a test.
    guard Self.current.report(message, site) else { stopOutsideOfTest(message, at: site) }
  }

  /// Fails the test, and returns the error to throw, which ends it.
  package func failure(_ message: String, at site: CallSite) -> any Error {
    guard let error = stop(message, site) ?? Self.current.stop(message, site) else {
      stopOutsideOfTest(message, at: site)
    }
    return error
  }

  private func stopOutsideOfTest(_ message: String, at site: CallSite) -> Never {
    fatalError(
      """
      \(site): \(message)
      No test is known here, so the failure cannot be reported: this is outside of tests, in a detached task, or on a queue. \
      Create recorders and stubs in the test itself, and compare there.
      """)
  }
}

/// A place in the code of a test: failures point there.
///
/// Public functions take its parts as default arguments, so that it is the place of their caller.
package struct CallSite: Sendable {
  package let fileID: StaticString
  package let filePath: StaticString
  package let line: UInt
  package let column: UInt

  package init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }
}

extension CallSite: CustomStringConvertible {
  package var description: String { "\(fileID):\(line)" }
}

#if canImport(XCTest) && !canImport(Darwin)
  import Synchronization
  import TidingsCore
  import XCTest

  /// Counts XCTest's failures, because `XCTFail` does nothing outside of a test case.
  final class FailureCount: XCTestObservation, Sendable {
    private static let count = Atomic(0)
    static let beginOnce: Void = XCTestObservationCenter.shared.addTestObserver(FailureCount())

    static var current: Int { count.load(ordering: .relaxed) }

    func testCase(
      _ testCase: XCTestCase, didFailWithDescription description: String, inFile filePath: String?,
      atLine lineNumber: Int
    ) {
      Self.count.add(1, ordering: .relaxed)
    }
  }
#elseif canImport(XCTest)
  import Synchronization
  import TidingsCore

  /// Apple's `XCTFail` stops the program outside of a test case.
  enum FailureCount {
    private static let count = Atomic(0)
    static let beginOnce: Void = ()

    /// A different number each time, so every failure counts as reported.
    static var current: Int { count.add(1, ordering: .relaxed).newValue }
  }
#endif
