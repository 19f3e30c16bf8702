import TestSupport
import Testing
import Tidings

@Suite("Zip")
struct ZipTests {
  @Test func `of values pairs the current ones, and then their changes`() {
    let first = PublishedProperty(1)
    let second = PublishedProperty("a")
    let history = History<String>()
    let subscription = first.publishedValue.zip(second.publishedValue).attach { history.record("\($0)\($1)") }
    first.value = 2
    first.value = 3
    second.value = "b"
    #expect(history.events == ["1a", "2b"])
    subscription.invalidate()
  }

  @Test func `zips three and four publishers of different types`() {
    let history = History<String>()
    let three = Broadcaster.just(1, 2).zip(Broadcaster.just("a", "b"), Broadcaster.just(true, false, true))
      .attach { history.record("\($0) \($1) \($2)") }
    let four = Broadcaster.just(1).zip(Broadcaster.just("a"), Broadcaster.just(true), Broadcaster.just(Int?.none))
      .attach { history.record("\($0) \($1) \($2) \($3 as Any)") }
    #expect(history.events == ["1 a true", "2 b false", "1 a true nil"])
    #expect([three, four].allSatisfy { !$0.isActive })
  }
}
