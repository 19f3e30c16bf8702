import Inbox
import Tidings

/// What an application has, wrapped: a notification, an observed property, callbacks, an observable model.
@main
@MainActor
struct Tour {
  static func main() async {
    let service = MailService()
    let reachability = Reachability()
    let inbox = InboxModel(
      signIns: MailService.signIns, isOnline: reachability.publishedValue(for: \.isOnline),
      unreadCount: service.unreadCount)

    // A view: the title now, then each change, on the main actor, whichever thread the mail service calls back on.
    let view = inbox.$title.subscribe { print($0) }
    let dock = Dock()
    let unread = inbox.$title.filter { $0.hasSuffix("unread") }.bind(to: \.badge, on: dock)

    service.signIn(as: "Ada")
    reachability.isOnline = true

    // Until the mail has been counted.
    let badge = await PublishedValue(observing: { dock.badge }).first { !$0.isEmpty }.first()
    print("In the dock: \(badge ?? "nothing")")
    view.invalidate()
    unread.invalidate()
  }
}
