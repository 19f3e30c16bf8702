#if canImport(Testing)
  import Testing

  extension TestHost {
    /// Swift Testing, if it runs the calling code.
    static var swiftTesting: TestHost? {
      guard let test = Test.current else { return nil }
      return TestHost { message, site in
        // On a thread of its own the failure counts, but Swift Testing calls its test unknown.
        let origin = Test.current == nil ? "\nin the test \(test.displayName ?? test.name)" : ""
        Issue.record(Comment(rawValue: message + origin), sourceLocation: SourceLocation(site))
        return true
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
