import Tidings

nonisolated struct Chore: Equatable, Sendable, Identifiable {
  var id: Int
  var title: String
  var isDone = false
}

@MainActor
final class Project {
  @PublishedProperty var name = ""
  @PublishedProperty var tasks: [Chore] = []
}

@MainActor
final class Board {
  @PublishedProperty var project = Project()
  @PublishedProperty var filter = ""
  private(set) var name = ""
  private(set) var rows: [String] = []
  private(set) var news: [Chore] = []
  private(set) var open = 0
  private let subscriptions = SubscriptionBag()

  func follow(_ added: Broadcaster<Chore>) {
    $project.onMainActor
      .flatMapLatest { project in project.$name }
      .subscribe { [weak self] in self?.name = $0 }
      .store(in: subscriptions)
    $project.onMainActor
      .flatMapLatest { project in project.$tasks }
      .map { tasks in tasks.map { self.format($0) } }
      .subscribe { [weak self] in self?.rows = $0 }
      .store(in: subscriptions)
    $project.onMainActor
      .flatMapLatest { project in project.$tasks }
      .map { tasks in tasks.filter { !$0.isDone }.count }
      .subscribe { [weak self] in self?.open = $0 }
      .store(in: subscriptions)
    added
      .removeDuplicates()
      .subscribe { [weak self] in self?.news.append($0) }
      .store(in: subscriptions)
    $filter
      .removeDuplicates()
      .map { $0.uppercased() }
      .subscribe { [weak self] in self?.project.name = $0 }
      .store(in: subscriptions)
  }

  private func format(_ task: Chore) -> String {
    "\(task.isDone ? "✓" : "·") \(task.title)"
  }
}
