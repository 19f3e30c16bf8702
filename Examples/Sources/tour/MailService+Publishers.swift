import Foundation
import Tidings

extension MailService {
  /// A notification as events. It is observed while somebody is subscribed.
  static var signIns: Broadcaster<String> {
    Broadcaster { source in
      // Not declared to be Sendable, but a notification center takes it back on any thread.
      nonisolated(unsafe) let observer = NotificationCenter.default.addObserver(
        forName: didSignIn, object: nil, queue: nil
      ) { notification in
        if let account = notification.userInfo?["account"] as? String { source.send(account) }
      }
      return Subscription { NotificationCenter.default.removeObserver(observer) }
    }
  }

  /// Callbacks as a task. It starts with the first subscriber and is cancelled when the last one leaves.
  @Sendable
  func unreadCount(of account: String) -> PublishedTask<Double, Int, any Error> {
    PublishedTask(start: { run in
      let ticket = self.countUnread(of: account, progress: run.report) { count, error in
        run.complete(count.map { .success($0) } ?? .failure(error ?? URLError(.badServerResponse)))
      }
      return Subscription { ticket.cancel() }
    })
  }
}
