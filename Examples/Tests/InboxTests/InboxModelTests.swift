import Foundation
import Inbox
import Testing
import Tidings

/// The model of the tour, with stubs instead of the notification center and the mail service.
@MainActor
struct InboxModelTests {
  private let signIns = BroadcastSource<String>()

  private func model(
    isOnline: PublishedValue<Bool> = PublishedValue(constant: true),
    unreadCount: PublishedTask<Double, Int, any Error> = .pending()
  ) -> InboxModel {
    InboxModel(signIns: signIns, isOnline: isOnline, unreadCount: { _ in unreadCount })
  }

  @Test func `is signed out at first`() {
    #expect(model().title == "Signed out")
  }

  @Test func `connects when the user signs in`() {
    let model = model()
    signIns.send("Ada")
    #expect(model.title == "Ada, connecting")
  }

  @Test func `shows how much has been counted`() {
    let model = model(unreadCount: .pending(0.25))
    signIns.send("Ada")
    #expect(model.title == "Ada, 25 % counted")
  }

  @Test func `shows the count`() {
    let model = model(unreadCount: .success(12))
    signIns.send("Ada")
    #expect(model.title == "Ada, 12 unread")
  }

  @Test func `shows the error of a failed count`() {
    let model = model(unreadCount: .failure(Refusal()))
    signIns.send("Ada")
    #expect(model.title == "Ada, not today")
  }

  @Test func `counts nothing while offline`() {
    let model = model(isOnline: PublishedValue(constant: false), unreadCount: .success(12))
    signIns.send("Ada")
    #expect(model.title == "Ada, offline")
  }

  @Test func `counts when it gets online`() {
    let isOnline = PublishedProperty(false)
    let model = model(isOnline: isOnline.publishedValue, unreadCount: .success(12))
    signIns.send("Ada")
    isOnline.value = true
    #expect(model.title == "Ada, 12 unread")
  }

  @Test func `cancels a count without subscribers`() {
    let counts = ["Ada": TaskSource<Double, Int, any Error>(), "Bob": TaskSource()]
    let model = InboxModel(signIns: signIns, isOnline: PublishedValue(constant: true)) { account in
      counts[account]?.publishedTask ?? .failure(Refusal())
    }
    signIns.send("Ada")
    signIns.send("Bob")
    counts["Bob"]?.succeed(3)
    counts["Ada"]?.succeed(12)
    #expect(model.title == "Bob, 3 unread")
    #expect(counts["Ada"]?.hasSubscribers == false)
  }

  @Test func `shows each title in order`() {
    let unreadCount = TaskSource<Double, Int, any Error>()
    let model = model(unreadCount: unreadCount.publishedTask)
    var titles: [String] = []
    let view = model.$title.subscribe { titles.append($0) }
    signIns.send("Ada")
    unreadCount.report(0.5)
    unreadCount.succeed(1)
    #expect(titles == ["Signed out", "Ada, connecting", "Ada, 50 % counted", "Ada, 1 unread"])
    view.invalidate()
  }

  @Test func `releases its publishers`() {
    var model: InboxModel? = model()
    #expect(model != nil && signIns.hasSubscribers)
    model = nil
    #expect(!signIns.hasSubscribers)
  }
}

private struct Refusal: LocalizedError {
  var errorDescription: String? { "not today" }
}
