import Testing

/// Client code that uses main-actor state in the middle of a chain.
@Suite("Chains on the main actor")
struct MainActorTests {
  private static let models = """
    import Tidings
    @MainActor final class Track {
      @PublishedProperty var title = ""
    }
    struct Item: Equatable {
      var name = ""
      var short: String { name }
    }
    @MainActor final class Model {
      @PublishedProperty var items: [Item] = []
      @PublishedProperty var selected = Track()
      let added = BroadcastSource<Item>()
      var rows: [String] = []
      var isLoading = false
      let subscriptions = SubscriptionBag()
      func format(_ item: Item) -> String { item.name }
    """

  @Test(arguments: [Compiler.swift6, .mainActorByDefault])
  func `use the state of a model without annotation`(_ compiler: Compiler) async throws {
    try await compiler.accepts(
      Self.models + "\n" + """
          func bind() {
            $items.onMainActor.map { $0.map(self.format) }.subscribe { self.rows = $0 }.store(in: subscriptions)
            $selected.onMainActor.flatMapLatest { $0.$title }.subscribe { self.rows = [$0] }.store(in: subscriptions)
            $items.onMainActor.map { $0.map(\\.short) }.map(\\.count).subscribe { print($0) }.store(in: subscriptions)
            added.onMainActor.filter { !self.items.contains($0) }.removeDuplicates { $0 == $1 }
              .handleEvents(update: { _ in self.isLoading = true }, ended: { self.isLoading = false })
              .compactMap { self.isLoading ? $0.short : nil }
              .subscribe { self.rows.append($0) }
              .store(in: subscriptions)
            let titles = $selected.onMainActor.flatMapLatest { $0.$title }
            print(titles.value)
          }
        }
        """)
  }

  @Test func `compare with an == that is isolated to the main actor`() async throws {
    try await Compiler.swift6.accepts(
      """
      import Tidings
      struct Item {}
      extension Item: @MainActor Equatable {}
      @MainActor func news(of items: BroadcastSource<Item>) -> MainActorBroadcaster<Item> {
        items.onMainActor.removeDuplicates { $0 == $1 }
      }
      """)
  }

  @Test func `are values that only main-actor code can read`() async throws {
    try await Compiler.swift6.rejects(
      Self.models + "\n" + """
          var title: MainActorValue<String> { $selected.onMainActor.flatMapLatest { $0.$title } }
        }
        func read(_ title: MainActorValue<String>) -> String { title.value }
        """, saying: "main actor-isolated property 'value' can not be referenced from a nonisolated context")
  }
}
