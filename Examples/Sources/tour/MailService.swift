import Dispatch
import Foundation
import Synchronization

/// An example of an older framework.
///
/// It calls closures on its own queue, passes a result in two optionals, returns a ticket for cancelling, and posts
/// notifications.
final class MailService: Sendable {
  static let didSignIn = Notification.Name("MailServiceDidSignIn")

  final class Ticket: Sendable {
    private let flag = Atomic(false)
    var isCancelled: Bool { flag.load(ordering: .relaxed) }
    func cancel() { flag.store(true, ordering: .relaxed) }
  }

  func signIn(as account: String) {
    NotificationCenter.default.post(name: Self.didSignIn, object: nil, userInfo: ["account": account])
  }

  func countUnread(
    of account: String, progress: @escaping @Sendable (Double) -> Void,
    completion: @escaping @Sendable (Int?, (any Error)?) -> Void
  ) -> Ticket {
    let ticket = Ticket()
    DispatchQueue.global().async {
      for step in 1...4 where !ticket.isCancelled { progress(Double(step) / 4) }
      if !ticket.isCancelled { completion(account.count * 4, nil) }
    }
    return ticket
  }
}
