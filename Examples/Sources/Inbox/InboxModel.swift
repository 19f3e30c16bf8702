import Foundation
package import Tidings

/// The view model of a mailbox. An app passes real publishers, and a test passes stubs.
@MainActor
package final class InboxModel {
  @PublishedProperty package private(set) var title = "Signed out"

  private let unreadCount: @Sendable (_ account: String) -> PublishedTask<Double, Int, any Error>
  private var account: String?
  private var isOnline = false
  private let counting = SubscriptionBag()
  private let subscriptions = SubscriptionBag()

  package init(
    signIns: some Publisher<String>, isOnline: PublishedValue<Bool>,
    unreadCount: @escaping @Sendable (_ account: String) -> PublishedTask<Double, Int, any Error>
  ) {
    self.unreadCount = unreadCount
    isOnline.subscribe { [weak self] isOnline in
      self?.isOnline = isOnline
      self?.refresh()
    }
    .store(in: subscriptions)
    signIns.subscribe { [weak self] account in
      self?.account = account
      self?.refresh()
    }
    .store(in: subscriptions)
  }

  private func refresh() {
    counting.removeAll()  // Cancels the previous task.
    guard let account else { return }
    guard isOnline else { return title = "\(account), offline" }
    title = "\(account), connecting"
    unreadCount(account)
      .subscribe(
        progress: { [weak self] in self?.title = "\(account), \(Int($0 * 100)) % counted" },
        success: { [weak self] in self?.title = "\(account), \($0) unread" },
        failure: { [weak self] in self?.title = "\(account), \($0.localizedDescription)" }
      )
      .store(in: counting)
  }
}
