import Testing

struct CommonMistakesTests {
  @Test func `sink points to subscribe`() async throws {
    let source = """
      import Tidings
      let taps = BroadcastSource<Int>()
      let subscription = taps.sink { print($0) }
      """
    try await Compiler.swift6.rejects(
      source,
      saying: "'sink(receiveValue:)' is unavailable: Use 'subscribe { … }' and keep the subscription")
    try await Compiler.swift6.accepts(source.replacing("sink", with: "subscribe"))
  }

  @Test func `sink with a completion points to subscribe with an end`() async throws {
    let source = """
      import Tidings
      let taps = BroadcastSource<Int>()
      let subscription = taps.sink(receiveCompletion: { _ in }, receiveValue: { print($0) })
      """
    try await Compiler.swift6.rejects(source, saying: "is unavailable: Use 'subscribe { … } ended: { … }'")
    try await Compiler.swift6.accepts(
      source.replacing(
        "sink(receiveCompletion: { _ in }, receiveValue: { print($0) })", with: "subscribe { print($0) } ended: {}"))
  }

  @Test func `PublishedValue with a value points to PublishedProperty`() async throws {
    let source = """
      import Tidings
      let title = PublishedValue("")
      """
    try await Compiler.swift6.rejects(
      source, saying: "'init(_:)' is unavailable: Make a 'PublishedProperty' and expose its 'publishedValue'")
    try await Compiler.swift6.accepts(source.replacing("PublishedValue", with: "PublishedProperty"))
  }

  @Test func `A wrapped property of a struct points to a stored property, as do static and local ones`() async throws {
    let saying = "'wrappedValue' is unavailable: '@PublishedProperty' is for classes and actors"
    let stored = "store 'let name = PublishedProperty(…)' and use 'name.value'"
    let settings = """
      import Tidings
      struct Settings { @PublishedProperty var volume = 1 }
      """
    try await Compiler.swift6.rejects(settings, saying: saying)
    try await Compiler.swift6.rejects(settings, saying: stored)
    try await Compiler.mainActorByDefault.rejects(settings, saying: saying)
    try await Compiler.swift6.accepts(settings.replacing("struct", with: "final class"))
    try await Compiler.swift6.accepts(settings.replacing("struct", with: "actor"))
    try await Compiler.mainActorByDefault.accepts(settings.replacing("struct", with: "final class"))
    try await Compiler.swift6.accepts(
      settings.replacing("@PublishedProperty var volume = 1", with: "let volume = PublishedProperty(1)"))
    try await Compiler.swift6.rejects(
      """
      import Tidings
      func count() {
        @PublishedProperty var count = 0
        count += 1
      }
      """, saying: saying)
    try await Compiler.swift6.rejects(
      """
      import Tidings
      @MainActor enum Defaults { @PublishedProperty static var volume = 1 }
      """, saying: saying)
  }

  @Test func `A wrapped property compiles in an observable class that ignores it`() async throws {
    let model = """
      import Observation
      import Tidings
      @MainActor @Observable final class Model {
        var count = 0
        @ObservationIgnored @PublishedProperty var title = ""
        func rename() { title += "x" }
      }
      """
    try await Compiler.swift6.accepts(model)
  }

  @Test func `Broadcaster without arguments points to BroadcastSource`() async throws {
    let source = """
      import Tidings
      let taps = Broadcaster<Int>()
      """
    try await Compiler.swift6.rejects(source, saying: "'init()' is unavailable: Make a 'BroadcastSource'")
    try await Compiler.swift6.accepts(source.replacing("Broadcaster", with: "BroadcastSource"))
  }

  @Test func `Sending to a broadcaster points to its source`() async throws {
    let source = """
      import Tidings
      let taps = BroadcastSource<Int>()
      taps.broadcaster.send(1)
      """
    try await Compiler.swift6.rejects(source, saying: "'send' is unavailable: Send to the 'BroadcastSource'")
    try await Compiler.swift6.accepts(source.replacing(".broadcaster", with: ""))
  }

  @Test func `The value of a broadcaster points to PublishedProperty`() async throws {
    let source = """
      import Tidings
      let taps = BroadcastSource<Int>()
      print(taps.broadcaster.value)
      """
    try await Compiler.swift6.rejects(source, saying: "'value' is unavailable: A broadcaster keeps no value")
    try await Compiler.swift6.accepts(
      source.replacing("BroadcastSource<Int>()", with: "PublishedProperty(1)").replacing(
        "broadcaster", with: "publishedValue"))
  }

  @Test func `cancel points to invalidate`() async throws {
    let source = """
      import Tidings
      let subscription = Subscription {}
      subscription.cancel()
      """
    try await Compiler.swift6.rejects(source, saying: "'cancel()' has been renamed to 'invalidate()'")
    try await Compiler.swift6.accepts(source.replacing("cancel", with: "invalidate"))
  }

  @Test func `Former names of conversions point to their new ones`() async throws {
    let source = """
      import Tidings
      let taps = BroadcastSource<Int>()
      let broadcaster = taps.asBroadcaster()
      let value = taps.asPublishedValue(initial: 0)
      """
    try await Compiler.swift6.rejects(source, saying: "'asBroadcaster()' has been renamed to 'broadcaster()'")
    try await Compiler.swift6.rejects(
      source,
      saying: "'asPublishedValue(initial:whenUnused:)' has been renamed to 'publishedValue(initial:whenUnused:)'")
    try await Compiler.swift6.accepts(source.replacing("asB", with: "b").replacing("asP", with: "p"))
  }

  @Test func `retry of a task points to PublishedTask.retrying`() async throws {
    let source = """
      import Tidings
      func load() -> PublishedTask<Never, Int, any Error> { PublishedTask { 1 } }
      let task = load().retry(2)
      """
    try await Compiler.swift6.rejects(source, saying: "is unavailable: A completed task does not run again")
    try await Compiler.swift6.accepts(
      source.replacing("load().retry(2)", with: "PublishedTask.retrying(attempts: 3) { _ in load() }"))
  }

  @Test func `A derived value must be a lazy variable instead of a constant that the initialiser sets`() async throws {
    let source = """
      import Tidings
      final class SignIn {
        @PublishedProperty var email = ""
        let isValid: PublishedValue<Bool>
        init() { isValid = $email.map { $0.contains("@") } }
      }
      """
    try await Compiler.swift6.rejects(
      source, saying: "'self' used in property access '$email' before all stored properties are initialized")
    let lines = source.split(separator: "\n")
    try await Compiler.swift6.accepts(
      lines[0...2].joined(separator: "\n") + "\nlazy var isValid = $email.map { $0.contains(\"@\") }\n}")
  }
}
