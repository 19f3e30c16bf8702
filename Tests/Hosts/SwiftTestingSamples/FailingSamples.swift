import Dispatch
import Testing
import Tidings
import TidingsTesting

/// Failing tests, like those of a user. TestHostTests runs them, and expects failures at their lines.
@Suite(.serialized)
struct FailingSamples {
  @Test func differs() {
    let recorder = Broadcaster.just(1, 3).record()
    print("due in line \(#line + 1): expected [1, 2, 3]")
    recorder.expect(1, 2, 3)
  }

  @Test func `fails without an update`() throws {
    let recorder = Broadcaster<Int>.never.record()
    print("due in line \(#line + 1): expected another update, received none")
    _ = try recorder.next()
    Issue.record("This is not reached")
  }

  @Test func `fails on a queue`() async {
    let recorder = Broadcaster.just(1).record()
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "sample").async {
        print("due in line \(#line + 1): expected no more updates, received [1]")
        recorder.expectNone()
        continuation.resume()
      }
    }
  }

  @Test func `fails after a wait`() async throws {
    let recorder = Broadcaster<Int>.never.record()
    print("due in line \(#line + 1): expected another update within 0.0 seconds, received none")
    _ = try await recorder.next(within: .zero)
  }
}

@main
enum Samples {
  static func main() async {
    await Testing.__swiftPMEntryPoint() as Never
  }
}
