import Foundation
import Tidings

extension MailService {
  /// A notification as events. It is observed while there are subscribers.
  static var signIns: Broadcaster<String> {
    NotificationCenter.default.broadcaster(for: didSignIn) { $0.userInfo?["account"] as? String }
  }

  /// Callbacks as a task. It starts with its first subscriber, and is cancelled when the last one unsubscribes.
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
