import TestSupport
import Testing
import Tidings

@Suite("Stopping at a failure")
struct StopsAtFailureTests {
  private let source = BroadcastSource<Result<Int, Fault>>()
  private let history = History<String>()

  @Test func `ends during the initial delivery of a failure, even if the value is set there`() {
    let property = PublishedProperty(Result<Int, Fault>.failure(Fault(code: 1)))
    let history = history
    let subscription = property.publishedValue.stopsAtFailure().attach { update in
      history.record("\(update)")
      property.value = .success(2)
    }
    #expect(history.events == ["failure(1)"])
    #expect(!subscription.isActive)
    #expect(!property.hasSubscribers)
  }
}
