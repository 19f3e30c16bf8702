import Inbox
import Tidings

extension Tour {
  /// Runs the view model without a network, like a unit test.
  static func showStub() {
    title("The same view model, with stubs instead of services, as in a unit test. No time passes.")
    let signIns = BroadcastSource<String>()
    let isOnline = PublishedProperty(false)
    let inbox = InboxModel(
      signIns: signIns, isOnline: isOnline.publishedValue, unreadCount: { _ in .success(12) })
    signIns.send("Grace")
    print("  \(inbox.title)")
    isOnline.value = true
    print("  \(inbox.title)")
  }
}
