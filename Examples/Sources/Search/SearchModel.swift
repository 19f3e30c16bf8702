package import Tidings

/// The model of a search field, which searches for the latest text after a pause.
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

  /// - Parameter scheduler: Tells when the user has paused: the main queue, or a test's own time.
  package init(scheduler: some UpdateScheduler, search: @escaping Search) {
    self.search = search
    $text
      .dropFirst()
      .debounce(for: .milliseconds(300), scheduler: scheduler)
      .subscribe { [weak self] in self?.start(with: $0) }
      .store(in: subscriptions)
  }

  private func start(with text: String) {
    searching.removeAll()  // Whatever was searched for before is cancelled.
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
