/// The library that runs a test, and takes its failures: Swift Testing or XCTest.
///
/// Decided where a recorder or a stub is made, which is inside the test. What fails may fail on any thread, where
/// Swift Testing cannot tell any more which test it is; and neither library takes the failures of the other.
package struct TestHost: Sendable {
  /// Takes a failure, and returns whether there was a test to fail.
  package let report: @Sendable (_ message: String, _ site: CallSite) -> Bool
  /// The same, by an error that is to be thrown: it is reported already, and the library knows that.
  package let stop: @Sendable (_ message: String, _ site: CallSite) -> (any Error)?

  package init(
    report: @escaping @Sendable (_ message: String, _ site: CallSite) -> Bool,
    stop: @escaping @Sendable (_ message: String, _ site: CallSite) -> (any Error)?
  ) {
    self.report = report
    self.stop = stop
  }

  /// Takes failures in the place of a library: for tests of the kit, which expect them.
  @TaskLocal package static var substitute: TestHost?

  /// The host of the test that calls. A failure where there is none stops the program, rather than to pass unseen.
  package static var current: TestHost {
    substitute ?? swiftTesting ?? xcTest ?? TestHost(report: { _, _ in false }, stop: { _, _ in nil })
  }

  /// Fails the test, at a line of its own.
  package func fail(_ message: String, at site: CallSite) {
    guard !report(message, site) else { return }
    // What was made before the tests, like a stub in a static property, may still fail in one.
    guard Self.current.report(message, site) else { nobodyListens(to: message, at: site) }
  }

  /// Fails the test, and returns what to throw so that it ends there.
  package func failure(_ message: String, at site: CallSite) -> any Error {
    guard let error = stop(message, site) ?? Self.current.stop(message, site) else {
      nobodyListens(to: message, at: site)
    }
    return error
  }

  private func nobodyListens(to message: String, at site: CallSite) -> Never {
    fatalError("\(site): \(message)\nThis was made outside of a test: there is nobody to report the failure to.")
  }
}
