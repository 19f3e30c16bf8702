import Inbox
import Tidings

@main
@MainActor
struct Tour {
  static func main() async {
    let service = MailService()
    let isOnline = PublishedProperty(false)
    let inbox = InboxModel(
      signIns: MailService.signIns, isOnline: isOnline.publishedValue, unreadCount: service.unreadCount)

    // A view: the title now, then each change, on the main actor, whichever thread the mail service calls back on.
    let view = inbox.$title.subscribe { print($0) }

    service.signIn(as: "Ada")
    isOnline.value = true

    // Until the mail has been counted.
    var counted: Subscription?
    await withCheckedContinuation { continuation in
      counted = inbox.$title
        .filter { $0.hasSuffix("unread") }
        .subscribeOnce { _ in continuation.resume() }
    }
    counted?.invalidate()
    view.invalidate()
  }
}
