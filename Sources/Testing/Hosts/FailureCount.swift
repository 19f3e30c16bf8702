#if canImport(XCTest) && !canImport(Darwin)
  import Synchronization
  import TidingsCore
  import XCTest

  /// Counts XCTest's failures: outside of a test case its `XCTFail` does nothing, without a word.
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

  /// Apple's `XCTFail` stops the program by itself where no test case runs.
  enum FailureCount {
    private static let count = Atomic(0)
    static let beginOnce: Void = ()

    /// Another number each time: every failure was taken.
    static var current: Int { count.add(1, ordering: .relaxed).newValue }
  }
#endif
