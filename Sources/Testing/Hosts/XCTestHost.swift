#if canImport(XCTest)
  import XCTest

  extension TestHost {
    /// XCTest. Whether it runs a test shows when there is a failure.
    static var xcTest: TestHost? {
      FailureCount.beginOnce
      return TestHost { message, site in
        let before = FailureCount.current
        XCTFail(message, file: site.filePath, line: site.line)
        return FailureCount.current != before
      } stop: { message, site in
        let before = FailureCount.current
        // Only what `XCTUnwrap` throws is not reported a second time.
        let delivery: ExpectedDelivery? = nil
        do {
          _ = try XCTUnwrap(delivery, message, file: site.filePath, line: site.line)
          return nil
        } catch {
          return FailureCount.current == before ? nil : error
        }
      }
    }
  }

  /// The value that is missing, in the headline of the failure of XCTest.
  private struct ExpectedDelivery: Sendable {}
#else
  extension TestHost {
    static var xcTest: TestHost? { nil }
  }
#endif
