import Testing

/// Client code without type annotations.
struct InferenceTests {
  @Test func `The value of a task that cannot fail needs no try`() async throws {
    try await Compiler.swift6.accepts(
      """
      import Tidings
      func answer(of task: PublishedTask<Never, Int, Never>) async -> Int {
        await task.value
      }
      """)
  }

  @Test func `The value of a task throws its typed failure`() async throws {
    let function = """
      import Tidings
      struct Refused: Error {}
      func answer(of task: PublishedTask<Never, Int, Refused>) async throws(Refused) -> Int {
        try await task.value
      }
      """
    try await Compiler.swift6.accepts(function)
    try await Compiler.swift6.rejects(
      function.replacing("try ", with: ""), saying: "property access can throw but is not marked with 'try'")
  }

  @Test func `A task with progress and one without are distinguished by their closures`() async throws {
    try await Compiler.swift6.accepts(
      """
      import Tidings
      let plain = PublishedTask { 1 }
      let reporting = PublishedTask { report in
        report(0.5)
        return 1
      }
      let plainSubscription = plain.subscribe { print($0 + 1) }
      let reportingSubscription = reporting.subscribe(progress: { print($0 / 2) }, completion: { print($0) })
      """)
  }

  @Test func `map of a value is a value without annotation, and filter is a broadcaster`() async throws {
    try await Compiler.swift6.accepts(
      """
      import Tidings
      let celsius = PublishedValue(constant: 20)
      let text: PublishedValue<String> = celsius.map { "\\($0)" }
      let isWarm: Broadcaster<Bool> = celsius.filter { $0 > 0 }.map { $0 > 20 }
      """)
  }

  @Test func `An operator on properties results in a value without annotation or conversion`() async throws {
    try await Compiler.swift6.accepts(
      """
      import Tidings
      func operate(
        number: PublishedProperty<Int>, flag: PublishedProperty<Bool>, text: PublishedValue<String>,
        volume: PublishedProperty<Double>, rooms: [PublishedProperty<Int>], any: any ValuePublisher<Int>,
        some: some ValuePublisher<Int>
      ) {
        let mapped = number.map { $0 > 0 }
        let _: PublishedValue<Bool> = mapped
        let described = volume.map(\\.description)
        let _: PublishedValue<String> = described
        let pair = number.combineLatest(flag)
        let _: PublishedValue<(Int, Bool)> = pair
        let chosen = number.combineLatest(flag) { $1 ? $0 : 0 }
        let _: PublishedValue<Int> = chosen
        let four = text.combineLatest(number, flag, volume).map { "\\($0) \\($1) \\($2) \\($3)" }
        let _: PublishedValue<String> = four
        let room = number.flatMapLatest { rooms[$0] }
        let _: PublishedValue<Int> = room
        let latest = number.map { rooms[$0] }.flatMapLatest { $0 }
        let _: PublishedValue<Int> = latest
        let all = rooms.combinedLatest()
        let _: PublishedValue<[Int]> = all
        let same = number.share().logged(label: "").handleEvents().receive(on: .main).subscribe(on: .main)
        let _: PublishedValue<Int> = same
        let optional = number.map { Int?.some($0) }.replaceNil(with: 0)
        let _: PublishedValue<Int> = optional
        let ofAny = any.combineLatest(some) { $0 + $1 }.map { $0 + 1 }
        let _: PublishedValue<Int> = ofAny
      }
      """)
  }

  @Test func `An operator on a property and events results in events`() async throws {
    try await Compiler.swift6.accepts(
      """
      import Tidings
      func operate(number: PublishedProperty<Int>, events: BroadcastSource<Int>, rooms: [PublishedProperty<Int>]) {
        let pair = number.combineLatest(events) { $0 + $1 }
        let _: Broadcaster<Int> = pair
        let three = number.combineLatest(number, events)
        let _: Broadcaster<(Int, Int, Int)> = three
        let followed = number.flatMapLatest { rooms[$0].dropFirst() }
        let _: Broadcaster<Int> = followed
        let once = number.flatMapLatest { .just($0) }
        let _: Broadcaster<Int> = once
        let latest = number.map { _ in events }.switchToLatest()
        let _: Broadcaster<Int> = latest
      }
      func operate(publisher: some Publisher<Int>) {
        let mapped = publisher.map { $0 + 1 }
        let _: Broadcaster<Int> = mapped
      }
      """)
  }

  @Test func `Conversions by properties of sources and methods of other publishers need no annotation`() async throws {
    try await Compiler.swift6.accepts(
      """
      import Tidings
      func convert(
        source: BroadcastSource<Int>, sources: [BroadcastSource<Int>], property: PublishedProperty<Int>,
        properties: [PublishedProperty<Int>], task: PublishedTask<Int, Int, Never>, optional: BroadcastSource<Int>?
      ) {
        let events = source.broadcaster
        let _: Broadcaster<Int> = events
        let same = source.broadcaster()
        let _: Broadcaster<Int> = same
        let maybe = optional?.broadcaster
        let _: Broadcaster<Int>? = maybe
        let all = (sources.map(\\.broadcaster), sources.map { $0.broadcaster })
        let _: ([Broadcaster<Int>], [Broadcaster<Int>]) = all
        let values = (properties.map(\\.publishedValue), properties.map { $0.publishedValue })
        let _: ([PublishedValue<Int>], [PublishedValue<Int>]) = values
        let latest = property.map { properties[$0].publishedValue }.flatMapLatest { $0 }
        let _: PublishedValue<Int> = latest
        let chosen = source.flatMapLatest { $0 > 0 ? source.broadcaster : .never }
        let _: Broadcaster<Int> = chosen
        let count = source.scan(0) { count, _ in count + 1 }.publishedValue(initial: 0)
        let _: PublishedValue<Int> = count
        let updates = task.broadcaster()
        let _: Broadcaster<TaskUpdate<Int, Int, Never>> = updates
      }
      """)
  }

  @Test func `The projection of a property wrapper can be used like any value`() async throws {
    try await Compiler.swift6.accepts(
      """
      import Tidings
      @MainActor final class Model {
        @PublishedProperty var items = [""]
        @PublishedProperty var title = ""
        func follow(_ limit: PublishedProperty<Int>) {
          let count = $items.map(\\.count).combineLatest(limit, $title) { $0 < $1 ? $2 : "" }
          let _: PublishedValue<String> = count
          let _: PublishedValue<[String]> = $items
        }
      }
      """)
  }

  @Test
  func `Flattening and sharing need no annotation for any kind of publisher, and of values are values`() async throws {
    try await Compiler.swift6.accepts(
      """
      import Tidings
      func flatten(
        events: BroadcastSource<Int>, value: PublishedValue<Int>, rooms: [PublishedProperty<Int>],
        values: PublishedValue<PublishedValue<Int>>
      ) {
        let _ = events.flatMap { .just($0) }
        let _ = events.concatMap { $0 > 0 ? .just($0) : events.broadcaster() }
        let task = events.flatMapLatest { event in PublishedTask { () async throws -> Int in event } }
        let _: Broadcaster<TaskUpdate<Never, Int, any Error>> = task
        let followed = value.flatMapLatest { rooms[$0].publishedValue }
        let _: PublishedValue<Int> = followed
        let pair = value.flatMapLatest { PublishedValue(constant: ($0, "")) }
        let _: PublishedValue<(Int, String)> = pair
        let latest = values.flatMapLatest { $0 }
        let _: PublishedValue<Int> = latest
        let mapped = value.map { rooms[$0].publishedValue }.flatMapLatest { $0 }
        let _: PublishedValue<Int> = mapped
        let changes = value.flatMapLatest { rooms[$0].dropFirst() }
        let _: Broadcaster<Int> = changes
        let shared = value.map { "\\($0)" }.share()
        let _: PublishedValue<String> = shared
        let count = events.scan(0) { count, _ in count + 1 }.publishedValue(initial: 0)
        let _: PublishedValue<Int> = count
        let _ = events.filter { $0 > 0 }.map { rooms[$0] }.switchToLatest().map { "\\($0)" }.share().replay(1)
      }
      """)
  }

  /// Fails if the type checker tries more than this number of combinations, which take about 0.3 s.
  private static let limited = Compiler(mode: Compiler.swift6.mode + ["-Xfrontend", "-solver-scope-threshold=10000"])

  @Test(arguments: ["property", "property.publishedValue"])
  func `A chain of twelve operators on a value or a property type-checks within the limit`(_ value: String)
    async throws
  {
    let twelve = { (step: String) in String(repeating: step, count: 12) }
    try await Self.limited.accepts(
      """
      import Tidings
      let property = PublishedProperty(1)
      let flag = PublishedProperty(true)
      func shape() -> PublishedValue<Int> {
        \(value)
          .map { $0 + 1 }.map { $0 * 2 }.map { $0 - 1 }.map { $0 + 1 }.map { $0 * 2 }.map { $0 - 1 }
          .map { $0 + 1 }.map { $0 * 2 }.map { $0 - 1 }.map { "\\($0)" }.map(\\.count).map { $0 + 1 }
      }
      func mix() {
        let mixed = \(value).map { String($0) }.share().logged(label: "").combineLatest(flag).map { $0.0 }
          .handleEvents(update: { _ in }).receive(on: .main).flatMapLatest { PublishedValue(constant: $0) }
          .map(\\.count).combineLatest(flag) { $1 ? $0 : 0 }.map { "\\($0)" }
        let _: PublishedValue<String> = mixed
      }
      func leave() {
        let events = \(value).map { $0 > 0 }.combineLatest(flag) { $0 && $1 }.filter { $0 }.removeDuplicates()
          .dropFirst().map { "\\($0)" }.scan("") { $0 + $1 }.map(\\.count).prefix(3).withPrevious().map { $0.current }
          .filter { $0 > 0 }
        let _: Broadcaster<Int> = events
      }
      func combine() { _ = \(value)\(twelve(".combineLatest(flag)")) }
      func combineAndTransform() { _ = \(value)\(twelve(".combineLatest(flag) { $1 ? $0 : 0 }")) }
      func combineThree() {
        _ = \(value)
          .combineLatest(flag, flag) { $1 && $2 ? $0 : 0 }.combineLatest(flag, flag) { $1 || $2 ? $0 : 0 }
          .combineLatest(flag, flag) { $1 && $2 ? $0 : 0 }.combineLatest(flag, flag) { $1 || $2 ? $0 : 0 }
      }
      func follow() { _ = \(value)\(twelve(".flatMapLatest { PublishedValue(constant: $0) }")) }
      func share() { _ = \(value)\(twelve(".share().receive(on: .main)")) }
      """)
  }

  @Test func `A long chain of operators on events type-checks within the limit`() async throws {
    try await Self.limited.accepts(
      """
      import Tidings
      let source = BroadcastSource<Int>()
      let events = source
        .map { $0 + 1 }.filter { $0 > 2 }.map { $0 * 2 }.filter { $0 > 2 }.map { $0 - 1 }.filter { $0 > 2 }
        .map { $0 + 1 }.prepend(1, 2).append(3).map { $0 * 2 }.prepend(1).append(2, 3).map { "\\($0)" }.map(\\.count)
      let other = BroadcastSource<Int>()
      let pairs = source
        .zip(other) { $0 + $1 }.withLatest(from: other) { $0 - $1 }.zip(other) { $0 + $1 }.drop { $0 < 3 }
        .withLatest(from: other) { $0 * $1 }.zip(other, other) { $0 + $1 + $2 }.prefix { $0 < 9 }.zip(other) { $0 - $1 }
        .combineLatest(other) { $0 + $1 }.drop(until: other).zip(other, other) { $0 + $1 + $2 }.zip(other) { $0 < $1 }
      """)
  }

  @Test func `The operators of tasks take precedence over those of all publishers without annotation`() async throws {
    try await Compiler.swift6.accepts(
      """
      import Tidings
      struct Refused: Error {}
      func load(_ number: Int) -> PublishedTask<Double, String, Refused> { .success("\\(number)") }
      let chain: PublishedTask<Double, Int, Refused> = load(1).flatMap { load($0.count) }.map { $0.count }
      let race = load(1).race(with: load(2))
      let winner: PublishedTask<Double, String, Refused> = race
      let zipped = load(1).zip(load(2), load(3)).map { one, two, three in one.count + two.count + three.count }
      let sum: PublishedTask<(Double?, Double?, Double?), Int, Refused> = zipped
      let transformed = load(1).zip(load(2)) { $0.count + $1.count }
      let two: PublishedTask<(Double?, Double?), Int, Refused> = transformed
      let four: PublishedTask<(Double?, Double?, Double?, Double?), Int, Refused> =
        load(1).zip(load(2), load(3), load(4)).map { one, two, three, four in one.count + four.count }
      let collected = [load(1), load(2)].collected()
      let all: PublishedTask<Double, [String], Refused> = collected
      let caught = load(1).catch { refused in PublishedTask<Double, String, any Error>.failure(refused) }
      let retried = PublishedTask.retrying(attempts: 3) { load($0) }.eraseFailure().replaceError(with: "")
      """)
  }

  @Test func `Duplicates can be removed by a key path, a property or a comparison, also of pairs`() async throws {
    try await Compiler.swift6.accepts(
      """
      import Tidings
      struct Message: Sendable { var id = 0, text = "" }
      let messages = BroadcastSource<Message>()
      let pairs = BroadcastSource<(String, Int)>()
      let byKeyPath = messages.removeDuplicates(by: \\.id).removeAllDuplicates(by: \\.text.count).map(\\.id)
      let byProperty = messages.removeDuplicates { $0.id }.removeAllDuplicates { $0.text }
      let byComparison = messages.removeDuplicates { $0.id == $1.id }.filter { $0.id > 0 }
      let ofPairs = pairs.removeDuplicates { $0 == $1 }.removeDuplicates { $0.1 }.removeDuplicates(by: \\.0)
      """)
  }

  @Test func `Failures among updates can be caught and retried without annotation`() async throws {
    try await Compiler.swift6.accepts(
      """
      import Tidings
      struct Refused: Error {}
      let messages = BroadcastSource<Result<Int, Refused>>()
      let retried = messages.retry(3).catch { _ in Broadcaster.just(0) }.filter { $0 > 0 }
      let subscription = messages.stopsAtFailure().subscribe { print($0 + 1) } failure: { print($0) }
      """)
  }
}
