import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("On the main actor")
@MainActor
final class OnMainActorTests {
  private let history = History<String>()
  private let bag = SubscriptionBag()
  /// State that only code on the main actor can access.
  private var prefix = "#"
  private var noted: [String] = []

  private func format(_ number: Int) -> String {
    "\(prefix)\(number)"
  }

  @Test func `compares mapped objects without an operator by identity`() {
    final class Box: Sendable {}
    let box = Box()
    let property = PublishedProperty(1)
    property.publishedValue.onMainActor.map { _ in box }.attach { [history] _ in history.record("box") }.store(in: bag)
    property.value = 2
    #expect(history.events == ["box"])
  }

  // MARK: Events

  @Test func `uses main-actor state in operators, immediately for events sent on the main actor`() {
    let source = BroadcastSource<Int>()
    source.onMainActor
      .filter { self.noted.count < $0 }
      .compactMap { $0 == 3 ? nil : self.format($0) }
      .removeDuplicates { self.prefix + $0 == self.prefix + $1 }
      .map { self.prefix + $0 }
      .recordAll(in: history).store(in: bag)
    for number in [0, 1, 1, 2, 3] { source.send(number) }
    source.finish()
    #expect(history.events == ["##1", "##2", "end"])
  }

  @Test func `calls its closures on the main actor for events of other threads, in order`() async {
    let source = BroadcastSource<Int>()
    let isMain = History<Bool>()
    source.onMainActor.map { number in
      MainActor.preconditionIsolated()
      isMain.record(MainQueue.isCurrent)
      return self.format(number)
    }.recordAll(in: history).store(in: bag)
    await onThreads { _ in
      for number in 1...100 { source.send(number) }
      source.finish()
    }
    await onThreads { [history] _ in history.wait(for: "end") }
    #expect(history.events == (1...100).map { "#\($0)" } + ["end"])
    #expect(isMain.events == Array(repeating: true, count: 100))
  }

  @Test func `switches to the publisher that a main-actor closure returns`() {
    let source = BroadcastSource<Int>()
    let first = BroadcastSource<String>()
    let second = BroadcastSource<String>()
    let inner = [first, second]
    source.onMainActor.flatMapLatest { number in
      self.noted.append("\(number)")
      return inner[number]
    }.recordAll(in: history).store(in: bag)
    source.send(0)
    first.send("a")
    source.send(1)
    first.send("b")
    second.send("c")
    #expect(noted == ["0", "1"])
    #expect(history.events == ["a", "c"])
    #expect(!first.hasSubscribers)
    bag.removeAll()
  }

  @Test func `drops an update of the former publisher that waits for its hop`() async {
    let source = BroadcastSource<Int>()
    let inner = [BroadcastSource<String>(), BroadcastSource<String>()]
    source.onMainActor.flatMapLatest { inner[$0] }.recordAll(in: history).store(in: bag)
    source.send(0)
    // The main actor is busy, so "late" waits until this function suspends.
    onOtherThread { inner[0].send("late") }
    source.send(1)
    inner[1].send("new")
    // Runs after the job of the hop.
    await Task { @MainActor in }.value
    #expect(history.events == ["new"])
  }

  @Test func `delivers the value of the new model before the switch returns`() {
    let titles = [PublishedProperty("a"), PublishedProperty("x")]
    let track = PublishedProperty(0)
    track.onMainActor.flatMapLatest { titles[$0] }.recordAll(in: history).store(in: bag)
    onOtherThread { titles[0].value = "late" }
    track.value = 1
    #expect(history.events == ["a", "x"])
  }

  @Test func `calls main-actor closures of handleEvents, even for an end on another thread`() async {
    let source = BroadcastSource<Int>()
    source.onMainActor
      .handleEvents(
        update: { self.noted.append(self.format($0)) },
        ended: { [history] in
          self.noted.append("end")
          history.record("ended")
        }
      )
      .attach { _ in }.store(in: bag)
    source.send(1)
    await onThreads { _ in source.finish() }
    await onThreads { [history] _ in history.wait(for: "ended") }
    #expect(noted == ["#1", "end"])
  }

  // MARK: Values

  @Test func `of a value is a value, which is read on the main actor and delivers changed results`() {
    let property = PublishedProperty(1)
    let text = property.onMainActor.map { self.format($0 / 2) }
    #expect(text.value == "#0")
    text.recordAll(in: history).store(in: bag)
    #expect(history.events == ["#0"])
    property.value = 2
    property.value = 3
    #expect(history.events == ["#0", "#1"])
    prefix = "$"
    #expect(text.value == "$1")
  }

  @Test func `turns a value into events if updates can be dropped`() {
    let property = PublishedProperty(1)
    property.onMainActor.filter { $0 > self.noted.count }.recordAll(in: history).store(in: bag)
    property.onMainActor.compactMap { $0 > 1 ? self.format($0) : nil }.recordAll(in: history).store(in: bag)
    property.value = 2
    #expect(history.events == ["1", "2", "#2"])
  }

  @Test func `switches to the property of the current nested model, which can be read`() {
    let first = Track("a")
    let second = Track("x")
    let model = Player(first)
    let title = model.$track.onMainActor.flatMapLatest { $0.$title }
    #expect(title.value == "a")
    title.recordAll(in: history).store(in: bag)
    first.title = "b"
    model.track = second
    first.title = "c"
    #expect(title.value == "x")
    second.title = "y"
    #expect(history.events == ["a", "b", "x", "y"])
  }

  @Test func `does not repeat an equal value of another nested model`() {
    let model = Player(Track("a"))
    let title = model.$track.onMainActor.flatMapLatest { $0.$title }
    title.recordAll(in: history).store(in: bag)
    model.track = Track("a")
    #expect(history.events == ["a"])
  }

  @Test func `delivers the values that other threads set`() async {
    let property = PublishedProperty(0)
    let text = property.onMainActor.map { self.format($0) }
    text.recordAll(in: history).store(in: bag)
    await onThreads { _ in for number in 1...100 { property.value = number } }
    await onThreads { [history] _ in history.wait(for: "#100") }
    #expect(history.events == (0...100).map { "#\($0)" })
    #expect(text.value == "#100")
  }

  @Test func `delivers after a hop to a subscriber on another thread`() async {
    let property = PublishedProperty(1)
    let text = property.onMainActor.map { self.format($0) }.handleEvents { self.noted.append($0) }
    await onThreads { [history, bag] _ in
      text.recordAll(in: history).store(in: bag)
    }
    await onThreads { [history] _ in history.wait(for: "#1") }
    #expect(noted == ["#1"])
  }
}

/// Typical models of main-actor code.
@MainActor
private final class Track {
  @PublishedProperty var title: String

  init(_ title: String) {
    self.title = title
  }
}

@MainActor
private final class Player {
  @PublishedProperty var track: Track

  init(_ track: Track) {
    self.track = track
  }
}
