import Tidings

actor Ledger {
  private(set) var balance = 0
  private(set) var entries: [String] = []
  private var limit = 0
  private let subscriptions = SubscriptionBag()

  func follow(_ payments: Broadcaster<Int>, limit: PublishedValue<Int>) {
    payments
      .filter { $0 != 0 }
      .subscribe(weak: self) { ledger, amount in ledger.book(amount) }
      .store(in: subscriptions)
    limit
      .subscribe(weak: self) { $0.limit = $1 }
      .store(in: subscriptions)
  }

  func watch(_ notes: BroadcastSource<String>) async {
    for await note in notes.values {
      entries.append(note)
    }
  }

  private func book(_ amount: Int) {
    balance += amount
    entries.append("\(amount)")
  }
}
