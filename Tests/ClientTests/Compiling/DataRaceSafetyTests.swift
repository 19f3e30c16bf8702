import Testing

struct DataRaceSafetyTests {
  @Test func `An operator's closure cannot access main-actor state`() async throws {
    let model = """
      import Tidings
      @MainActor final class Model {
        var count = 0
        func counted(_ taps: Broadcaster<Int>) -> Broadcaster<Int> {
          taps.map { number in self.count += 1; return number }
        }
      }
      """
    try await Compiler.swift6.rejects(
      model, saying: "main actor-isolated property 'count' can not be mutated from a Sendable closure")
    try await Compiler.swift6.accepts(model.replacing("self.count += 1; ", with: ""))
  }

  @Test func `The closure of attach cannot access main-actor state, and that of subscribe can`() async throws {
    let model = """
      import Tidings
      @MainActor final class Model {
        var count = 0
        func follow(_ taps: Broadcaster<Int>) -> Subscription {
          taps.attach { self.count = $0 }
        }
      }
      """
    try await Compiler.swift6.rejects(
      model, saying: "main actor-isolated property 'count' can not be mutated from a Sendable closure")
    try await Compiler.swift6.accepts(model.replacing("attach", with: "subscribe"))
  }

  @Test(arguments: [
    "BroadcastSource<Update>()",
    "PublishedProperty(Update())",
    "PublishedValue(constant: Update())",
    "Broadcaster<Update>.never",
    "PublishedTask<Never, Update, Never> { Update() }",
  ])
  func `An update must be Sendable`(_ publisher: String) async throws {
    let source = """
      import Tidings
      final class Update {}
      let publisher = \(publisher)
      """
    try await Compiler.swift6.rejects(source, saying: "type 'Update' does not conform to the 'Sendable' protocol")
    try await Compiler.swift6.accepts(source.replacing("class Update", with: "class Update: Sendable"))
  }

  @Test func `A subscriber that runs on any thread cannot capture a non-Sendable object`() async throws {
    let function = """
      import Tidings
      class Counter { var count = 0 }
      func follow(_ taps: Broadcaster<Int>, with counter: Counter) -> Subscription {
        taps.subscribe { counter.count = $0 }
      }
      """
    try await Compiler.swift6.rejects(
      function, saying: "capture of 'counter' with non-Sendable type 'Counter' in a '@Sendable' closure")
    try await Compiler.swift6.accepts(function.replacing("func follow", with: "@MainActor func follow"))
  }

  @Test func `A legacy object cannot subscribe with weak self unless it is isolated to the main actor`() async throws {
    let legacy = """
      import Tidings
      class Legacy {
        var count = 0
        func follow(_ taps: Broadcaster<Int>) -> Subscription {
          taps.subscribe { [weak self] in self?.count = $0 }
        }
      }
      """
    try await Compiler.swift6.rejects(
      legacy, saying: "capture of 'self' with non-Sendable type 'Legacy?' in a '@Sendable' closure")
    try await Compiler.swift6.accepts(legacy.replacing("class Legacy", with: "@MainActor class Legacy"))
  }

  @Test func `A weak owner must be Sendable, as main-actor classes are`() async throws {
    let legacy = """
      import Tidings
      class Legacy {
        var count = 0
        func follow(_ taps: Broadcaster<Int>) -> Subscription {
          taps.subscribe(weak: self) { $0.count = $1 }
        }
      }
      """
    try await Compiler.swift6.rejects(legacy, saying: "type 'Legacy' does not conform to the 'Sendable' protocol")
    try await Compiler.swift6.accepts(legacy.replacing("class Legacy", with: "@MainActor class Legacy"))
  }

  @Test func `A task's work cannot access main-actor state without await`() async throws {
    let model = """
      import Tidings
      @MainActor final class Model {
        var count = 0
        func load() -> PublishedTask<Never, Int, Never> {
          PublishedTask { self.count }
        }
      }
      """
    try await Compiler.swift6.rejects(model, saying: "main actor-isolated property 'count'")
    try await Compiler.swift6.accepts(model.replacing("self.count", with: "await self.count"))
  }

  @Test func `With main-actor default isolation, a type that an operator creates must be nonisolated`() async throws {
    let rows = """
      import Tidings
      struct Row: Equatable {
        let title: String
        init(_ number: Int) { title = "\\(number)" }
      }
      func rows(_ numbers: PublishedValue<Int>) -> PublishedValue<Row> {
        numbers.map { Row($0) }
      }
      """
    try await Compiler.mainActorByDefault.rejects(
      rows, saying: "call to main actor-isolated initializer 'init(_:)' in a synchronous nonisolated context")
    try await Compiler.mainActorByDefault.accepts(rows.replacing("struct Row", with: "nonisolated struct Row"))
  }
}
