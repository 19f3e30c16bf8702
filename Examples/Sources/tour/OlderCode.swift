import Foundation
import Inbox
import Tidings

extension Tour {
  /// Wraps a notification, an observed property, callbacks and an observable model.
  static func showOlderCode() async {
    title("A view model follows a notification, an observed property, and callbacks.")
    let service = MailService()
    let reachability = Reachability()
    let inbox = InboxModel(
      signIns: MailService.signIns, isOnline: reachability.publishedValue(for: \.isOnline),
      unreadCount: service.unreadCount)

    // The mail service calls back on a queue of its own. This closure runs on the main actor.
    let view = inbox.$title.subscribe { print("  \($0)") }
    let dock = Dock()
    let unread = inbox.$title.filter { $0.hasSuffix("unread") }.bind(to: \.badge, on: dock)

    service.signIn(as: "Ada")
    reachability.isOnline = true

    let badge = await PublishedValue(observing: { dock.badge }).first { !$0.isEmpty }
    print("  The badge of the dock, which is observable: \(badge ?? "none")")
    view.invalidate()
    unread.invalidate()
  }
}
