/// The library that runs a test, and takes its failures: Swift Testing or XCTest.
///
/// Decided where a recorder or a stub is made, which is inside the test. What fails may fail on any thread, where
/// Swift Testing cannot tell any more which test it is; and neither library takes the failures of the other.
package struct TestHost: Sendable {
  /// Takes a failure, and returns whether there was a test to fail.
  private let report: @Sendable (_ message: String, _ site: CallSite) -> Bool

  package init(_ report: @escaping @Sendable (_ message: String, _ site: CallSite) -> Bool) {
    self.report = report
  }

  /// The host of the test that calls. A failure where there is none stops the program, rather than to pass unseen.
  package static var current: TestHost {
    swiftTesting ?? xcTest ?? TestHost { _, _ in false }
  }

  /// Fails the test, at a line of its own.
  package func fail(_ message: String, at site: CallSite) {
    guard !report(message, site) else { return }
    fatalError("\(site): \(message)\nThis was made outside of a test: there is nobody to report the failure to.")
  }
}
