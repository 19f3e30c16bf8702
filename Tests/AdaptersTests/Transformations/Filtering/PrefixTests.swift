import TestSupport
import Testing
import Tidings

@Suite("Prefix")
struct PrefixTests {
  @Test func `ends during the initial delivery, and ignores updates that are sent there`() {
    let property = PublishedProperty(1)
    let history = History<Int>()
    let subscription = property.publishedValue.prefix(1).attach { update in
      history.record(update)
      property.value = 2
    }
    #expect(history.events == [1])
    #expect(!subscription.isActive)
    #expect(!property.hasSubscribers)
  }

  @Test(arguments: [false, true])
  func `does not call its condition after its end, even if updates are sent during a delivery`(inclusive: Bool) {
    let source = BroadcastSource<Int>()
    let checked = History<Int>()
    let subscription = source.prefix(
      while: { update in
        checked.record(update)
        return update < 2
      }, inclusive: inclusive
    ).attach { _ in source.send(2) }
    source.send(1)
    #expect(checked.events == [1, 2])
    #expect(!subscription.isActive)
    #expect(!source.hasSubscribers)
  }

  @Test func `inclusive ends during the initial delivery of a value that fails its condition`() {
    let property = PublishedProperty(1)
    let history = History<Int>()
    let subscription = property.prefix(while: { _ in false }, inclusive: true).attach { history.record($0) }
    #expect(history.events == [1])
    #expect(!subscription.isActive)
    #expect(!property.hasSubscribers)
  }
}
