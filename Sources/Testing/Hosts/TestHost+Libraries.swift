#if canImport(Testing)
  import Testing

  extension TestHost {
    /// Swift Testing, if it runs the calling code.
    static var swiftTesting: TestHost? {
      guard let test = Test.current else { return nil }
      // A failure on another thread counts, but Swift Testing cannot name its test.
      @Sendable func comment(_ message: String) -> Comment {
        Comment(rawValue: Test.current == nil ? "\(message)\nin the test “\(test.displayName ?? test.name)”" : message)
      }
      return TestHost { message, site in
        Issue.record(comment(message), sourceLocation: SourceLocation(site))
        return true
      } stop: { message, site in
        // Swift Testing does not report the error of `require` a second time. The name is shown in the headline.
        let `what the test reads was delivered` = false
        do {
          try #require(`what the test reads was delivered`, comment(message), sourceLocation: SourceLocation(site))
          return nil
        } catch {
          return error
        }
      }
    }
  }

  extension SourceLocation {
    fileprivate init(_ site: CallSite) {
      self.init(
        fileID: "\(site.fileID)", filePath: "\(site.filePath)", line: Int(site.line), column: Int(site.column))
    }
  }
#else
  extension TestHost {
    static var swiftTesting: TestHost? { nil }
  }
#endif

#if canImport(XCTest)
  import XCTest

  extension TestHost {
    /// XCTest. Only a failure shows whether it runs a test.
    static var xcTest: TestHost? {
      FailureCount.beginOnce
      return TestHost { message, site in
        let before = FailureCount.current
        XCTFail(message, file: site.filePath, line: site.line)
        return FailureCount.current != before
      } stop: { message, site in
        let before = FailureCount.current
        // XCTest does not report the error of `XCTUnwrap` a second time.
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

  /// The missing value, which is named in the headline of XCTest's failure.
  private struct ExpectedDelivery: Sendable {}
#else
  extension TestHost {
    static var xcTest: TestHost? { nil }
  }
#endif
