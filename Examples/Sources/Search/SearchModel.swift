package import Tidings

/// The view model of a search field, which searches for the latest text after a pause.
@MainActor
package final class SearchModel {
  package enum State: Sendable, Equatable {
    case idle
    case searching
    case found([String])
    case failed
  }

  package typealias Search = @Sendable (_ text: String) -> PublishedTask<Never, [String], any Error>

  @PublishedProperty package var text = ""
  @PublishedProperty package private(set) var state = State.idle

  private let search: Search
  private let searching = SubscriptionBag()
  private let subscriptions = SubscriptionBag()

  /// Creates a model that is idle.
  ///
  /// - Parameters:
  ///   - scheduler: Measures the pause. An app passes the main queue, and a test passes virtual time.
  ///   - search: Makes the task of a search.
  package init(scheduler: some UpdateScheduler, search: @escaping Search) {
    self.search = search
    $text
      .dropFirst()
      .debounce(for: .milliseconds(300), scheduler: scheduler)
      .subscribe { [weak self] in self?.start(with: $0) }
      .store(in: subscriptions)
  }

  private func start(with text: String) {
    searching.removeAll()  // Cancels the previous search.
    guard !text.isEmpty else { return state = .idle }
    state = .searching
    search(text)
      .subscribe(
        success: { [weak self] in self?.state = .found($0) },
        failure: { [weak self] _ in self?.state = .failed }
      )
      .store(in: searching)
  }
}
