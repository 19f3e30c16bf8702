import Tidings

nonisolated struct Money: Sendable, Equatable {
  var amount: Int
}

@MainActor
final class Cart {
  @PublishedProperty var prices: [Int] = []
  @PublishedProperty var discount = 0
  @PublishedProperty var isMember = false
  private(set) var total = Money(amount: 0)
  private let subscriptions = SubscriptionBag()

  func follow(_ clicks: Broadcaster<String>) {
    $prices.combineLatest($discount, $isMember) { prices, discount, isMember in
      Money(amount: prices.reduce(0, +) - (isMember ? discount : 0))
    }
    .subscribe { [weak self] in self?.total = $0 }
    .store(in: subscriptions)
    clicks.withLatest(from: $discount)
      .map { click, discount in "\(click) at \(discount)" }
      .merge(with: Broadcaster.just("open"))
      .subscribe { print($0) }
      .store(in: subscriptions)
  }
}

func zipped(_ questions: Broadcaster<String>, _ answers: Broadcaster<Int>) -> Broadcaster<String> {
  questions.zip(answers) { "\($0): \($1)" }
}
