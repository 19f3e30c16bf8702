import Dispatch
import Observation
import Synchronization
import TestSupport
import Testing
import Tidings
import TidingsCore
import TidingsTesting

@Suite("A value observed in a main-actor model", .timeLimit(.minutes(10)))
@MainActor struct ObservingValueTests {
  private let model = Player()
  private let history = History<String>()

  /// Waits until pending jobs of the main actor have run.
  private func turn() async {
    // Jobs run in order, so the jobs that were enqueued before this one have run.
    await Task { @MainActor in }.value
  }

  @Test func `delivers the current value, and then each change in the next turn`() async {
    let title = PublishedValue(observing: { model.title })
    model.title = "b"
    let subscription = title.subscribe { [history] in history.record($0) }
    #expect(history.events == ["b"])
    model.title = "c"
    #expect(history.events == ["b"])
    await turn()
    #expect(history.events == ["b", "c"])
    model.title = "d"
    await turn()
    #expect(history.events == ["b", "c", "d"])
    subscription.invalidate()
  }

  @Test func `delivers the last read value first to a subscriber on another thread`() async {
    let title = PublishedValue(observing: { model.title })
    model.title = "b"
    title.subscribe { _ in }.invalidate()
    await Task.detached { [history] in
      title.attach { history.record($0) }.invalidate()
    }.value
    #expect(history.events == ["b"])
  }

  @Test func `delivers the result of several changes in one turn once`() async {
    let both = PublishedValue(observing: { "\(model.title) \(model.volume)" })
    let subscription = both.subscribe { [history] in history.record($0) }
    model.title = "b"
    model.volume = 1
    model.title = "c"
    await turn()
    #expect(history.events == ["a 0", "c 1"])
    subscription.invalidate()
  }

  @Test func `does not notify subscribers of a change that is undone in one turn`() async {
    let title = PublishedValue(observing: { model.title })
    let subscription = title.subscribe { [history] in history.record($0) }
    model.title = "b"
    model.title = "a"
    await turn()
    #expect(history.events == ["a"])
    subscription.invalidate()
  }

  @Test func `delivers the current value to a subscriber between a change and its update`() async {
    let title = PublishedValue(observing: { model.title })
    let first = title.subscribe { [history] in history.record("first \($0)") }
    model.title = "b"
    #expect(title.value == "b")
    let second = title.subscribe { [history] in history.record("second \($0)") }
    await turn()
    #expect(history.events.filter { $0.hasPrefix("first") } == ["first a", "first b"])
    #expect(history.events.filter { $0.hasPrefix("second") }.last == "second b")
    withExtendedLifetime([first, second]) {}
  }

  @Test func `observes the properties of its latest read if they depend on other properties`() async {
    let shown = PublishedValue(observing: { model.isPlaying ? model.title : "\(model.volume)" })
    let subscription = shown.subscribe { [history] in history.record($0) }
    model.isPlaying = true
    await turn()
    model.title = "b"
    await turn()
    model.volume = 5
    await turn()
    #expect(history.events == ["0", "a", "b"])
    subscription.invalidate()
  }

  @Test func `notifies a subscriber of a change that it makes during an update`() async {
    let title = PublishedValue(observing: { model.title })
    let subscription = title.subscribe { [history, model] new in
      history.record(new)
      if new == "b" { model.title = "c" }
    }
    model.title = "b"
    await turn()
    await turn()
    #expect(history.events == ["a", "b", "c"])
    subscription.invalidate()
  }

  @Test func `reads once for each turn with changes for all subscribers`() async {
    let reads = History<Void>()
    let title = PublishedValue(observing: {
      reads.record(())
      return model.title
    })
    let subscriptions = (0..<3).map { _ in title.subscribe { _ in } }
    let before = reads.events.count
    model.title = "b"
    model.title = "c"
    await turn()
    #expect(reads.events.count == before + 1)
    await turn()
    #expect(reads.events.count == before + 1)
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `does not read without subscribers, and starts again with the next subscriber`() async {
    let reads = History<Void>()
    let title = PublishedValue(observing: {
      reads.record(())
      return model.title
    })
    title.subscribe { _ in }.invalidate()
    let before = reads.events.count
    model.title = "b"
    await turn()
    #expect(reads.events.count == before)
    let subscription = title.subscribe { [history] in history.record($0) }
    model.title = "c"
    await turn()
    #expect(history.events == ["b", "c"])
    subscription.invalidate()
  }

  @Test func `misses no change after subscribers have joined and left without a change`() async {
    let title = PublishedValue(observing: { model.title })
    for _ in 0..<10 { title.subscribe { _ in }.invalidate() }
    let subscription = title.subscribe { [history] in history.record($0) }
    model.title = "b"
    await turn()
    model.title = "c"
    await turn()
    #expect(history.events == ["a", "b", "c"])
    subscription.invalidate()
  }

  @Test func `delivers nothing if its last subscriber unsubscribes between a change and its update`() async {
    let title = PublishedValue(observing: { model.title })
    let subscription = title.subscribe { [history] in history.record($0) }
    model.title = "b"
    subscription.invalidate()
    await turn()
    #expect(history.events == ["a"])
  }

  @Test func `delivers the last read value and then the current one to a subscriber on another thread`() async {
    let title = PublishedValue(observing: { model.title })
    model.title = "b"
    await onThreads { [history] _ in
      #expect(title.value == "a")
      let subscription = title.attach { history.record($0) }
      history.wait(for: "b")
      subscription.invalidate()
    }
    #expect(history.events == ["a", "b"] || history.events == ["b"])
  }

  @Test func `can be bound to a property of another model, which can be observed too`() async {
    let other = Player()
    let subscriptions = SubscriptionBag()
    subscriptions.insert(PublishedValue(observing: { model.title }).bind(to: \.title, on: other))
    subscriptions.insert(PublishedValue(observing: { other.title }).subscribe { [history] in history.record($0) })
    model.title = "b"
    await turn()
    await turn()
    #expect(other.title == "b")
    #expect(history.events == ["a", "b"])
    subscriptions.removeAll()
  }

  @Test func `is observed by Observation when a published value is bound to the model`() async {
    let title = PublishedProperty("x")
    let seen = History<Void>()
    let subscription = title.bind(to: \.title, on: model)
    #expect(model.title == "x")
    withObservationTracking {
      _ = model.title
    } onChange: {
      seen.record(())
    }
    title.value = "y"
    #expect(seen.events.count == 1)
    #expect(model.title == "y")
    subscription.invalidate()
  }
}

@Suite("A value observed in a model outside the main actor", .timeLimit(.minutes(10)))
struct ObservingGuardedValueTests {
  @Test func `leaves no objects, and does not keep the model alive`() async {
    await LiveScope.expectingNoLeaks { await observeAndLeave() }
  }

  @MainActor private func observeAndLeave() async {
    weak var weakModel: Player?
    do {
      let model = Player()
      weakModel = model
      let title = PublishedValue(observing: { [weak model] in model?.title })
      let subscription = title.subscribe { _ in }
      model.title = "b"
      await Task { @MainActor in }.value
      subscription.invalidate()
      model.title = "c"
    }
    #expect(weakModel == nil)
  }

  @Test func `traps if its closure is isolated to another actor than the caller`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await onThreads { _ in
        let value = PublishedValue(isolation: nil, observing: { @MainActor in 1 })
        withExtendedLifetime(value) {}
      }
    }
    #expect(result.message.contains("Call it on that actor."))
  }

  @Test func `delivers the final value after changes from several threads under a lock`() async {
    for _ in 0..<repetitions(100) {
      let counter = GuardedCounter()
      let value = PublishedValue(isolation: nil, observing: { counter.number })
      let history = History<Int>()
      let subscription = value.attach { history.record($0) }
      await onThreads(3) { thread in
        for number in 1...30 { counter.number = thread * 100 + number }
      }
      let final = counter.number
      await onThreads { _ in history.wait(for: final) }
      #expect(history.events.first == 0)
      #expect(value.value == final)
      subscription.invalidate()
    }
  }

  @Test func `misses no change while its first subscriber joins`() async {
    for _ in 0..<repetitions(500) {
      let counter = GuardedCounter()
      let value = PublishedValue(isolation: nil, observing: { counter.number })
      let history = History<Int>()
      let held = Held<Subscription>()
      await onThreads(2) { thread in
        if thread == 0 { counter.number = 1 } else { held.hold(value.attach { history.record($0) }) }
      }
      await onThreads { _ in history.wait(for: 1) }
      #expect(history.events == [1] || history.events == [0, 1])
      held.letGo()
    }
  }

  @Test func `misses no change while subscribers join and leave`() async {
    let counter = GuardedCounter()
    let value = PublishedValue(isolation: nil, observing: { counter.number })
    let rounds = repetitions(2_000)
    let isOver = Atomic(false)
    await onThreads(3) { thread in
      if thread > 0 {
        while !isOver.load(ordering: .relaxed) { value.attach { _ in }.invalidate() }
      } else {
        for number in 1...rounds {
          let history = History<Int>()
          let subscription = value.attach { history.record($0) }
          counter.number = number
          history.wait(for: number)
          subscription.invalidate()
        }
        isOver.store(true, ordering: .relaxed)
      }
    }
    #expect(value.value == rounds)
  }

  @Test func `is read in jobs of the queue that guards its model`() async {
    let queue = DispatchQueue(label: "model")
    let model = QueueModel(queue: queue)
    let history = History<Int>()
    await onThreads { _ in
      let value = queue.sync { PublishedValue(observingOn: queue) { model.number } }
      let subscription = queue.sync { value.attach { history.record($0) } }
      #expect(history.events == [0])
      queue.sync { model.number = 1 }
      history.wait(for: 1)
      queue.sync {
        model.number = 2
        model.number = 3
      }
      history.wait(for: 3)
      subscription.invalidate()
    }
    #expect(history.events == [0, 1, 3])
  }

  @Test func `is read on the actor on which it was created`() async {
    let library = Library()
    let history = History<Int>()
    let subscription = await library.books.attach { history.record($0) }
    await library.add()
    await onThreads { _ in history.wait(for: 1) }
    await library.add()
    await onThreads { _ in history.wait(for: 2) }
    #expect(history.events == [0, 1, 2])
    subscription.invalidate()
  }
}

@Observable @MainActor
private final class Player {
  var title = "a"
  var volume = 0
  var isPlaying = false
}

/// Invariant behind `@unchecked`: the counter is only accessed in jobs of the queue.
private final class QueueModel: @unchecked Sendable {
  @Observable final class Counter {
    var number = 0
  }

  private let counter = Counter()
  private let queue: DispatchQueue

  init(queue: DispatchQueue) {
    self.queue = queue
  }

  var number: Int {
    get {
      dispatchPrecondition(condition: .onQueue(queue))
      return counter.number
    }
    set {
      dispatchPrecondition(condition: .onQueue(queue))
      counter.number = newValue
    }
  }
}

private actor Library {
  @Observable final class Shelf {
    var count = 0
  }

  private let shelf = Shelf()

  var books: PublishedValue<Int> {
    PublishedValue(observing: { self.shelf.count })
  }

  func add() {
    shelf.count += 1
  }
}
