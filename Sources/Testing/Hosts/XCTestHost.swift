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
      }
    }
  }
#else
  extension TestHost {
    static var xcTest: TestHost? { nil }
  }
#endif
