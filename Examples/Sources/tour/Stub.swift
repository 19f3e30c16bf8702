import Inbox
import Tidings

extension Tour {
  /// The same view model without a network, as a unit test has it.
  static func showStub() {
    title("The same view model in a unit test, with stubs instead of services. No time passes.")
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
