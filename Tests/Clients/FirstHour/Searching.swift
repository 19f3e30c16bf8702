import Foundation
import Tidings

nonisolated struct Place: Sendable, Equatable {
  var name: String
}

@MainActor
final class PlaceSearch {
  @PublishedProperty var text = ""
  @PublishedProperty private(set) var places: [Place] = []
  @PublishedProperty private(set) var isLoading = false
  @PublishedProperty private(set) var error: String?
  private let subscriptions = SubscriptionBag()

  init(
    scheduler: some UpdateScheduler,
    search: @escaping @Sendable (String) -> PublishedTask<Never, [Place], any Error>
  ) {
    $text
      .dropFirst()
      .debounce(for: .milliseconds(250), scheduler: scheduler)
      .map { $0.lowercased() }
      .removeDuplicates()
      .onMainActor
      .handleEvents(update: { [weak self] _ in self?.isLoading = true })
      .flatMapLatest { text in search(text) }
      .results()
      .subscribe { [weak self] result in
        guard let self else { return }
        isLoading = false
        switch result {
        case .success(let places): self.places = places
        case .failure(let error): self.error = "\(error)"
        }
      }
      .store(in: subscriptions)
  }
}

@MainActor
final class SearchScreen {
  private var spinner = false
  private var rows: [String] = []
  private let subscriptions = SubscriptionBag()

  func show(_ model: PlaceSearch) {
    model.$isLoading.subscribe { [weak self] in self?.spinner = $0 }.store(in: subscriptions)
    model.$places.map { $0.map(\.name) }.subscribe { [weak self] in self?.rows = $0 }.store(in: subscriptions)
  }
}
