import Dispatch
import Testing
import TidingsTesting

/// Tests that fail, as a user's would: TestHostTests runs them, expects that, in the lines that they tell.
@Suite(.serialized)
struct FailingSamples {
  @Test func failsOnTheThreadOfTheTest() {
    let host = TestHost.current
    print("due in line \(#line + 1): the test failed")
    host.fail("the test failed", at: CallSite(#fileID, #filePath, #line, #column))
  }

  @Test func failsOnAQueue() async {
    let host = TestHost.current
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "sample").async {
        print("due in line \(#line + 1): a queue failed")
        host.fail("a queue failed", at: CallSite(#fileID, #filePath, #line, #column))
        continuation.resume()
      }
    }
  }
}

@main
enum Samples {
  static func main() async {
    await Testing.__swiftPMEntryPoint() as Never
  }
}
