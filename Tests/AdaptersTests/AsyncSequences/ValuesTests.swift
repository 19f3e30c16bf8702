import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("Values as an asynchronous sequence")
struct ValuesTests {
  /// All elements until the end.
  private func all<Element>(_ sequence: UpdateSequence<Element>) async -> [Element] {
    await sequence.reduce(into: []) { $0.append($1) }
  }

  @Test func `contain the updates between the creation of the sequence and the loop`() async {
    let source = BroadcastSource<Int>()
    let values = source.values
    for update in 1...3 { source.send(update) }
    source.finish()
    #expect(await all(values) == [1, 2, 3])
  }

  @Test func `end when the source removes all subscribers`() async {
    let source = BroadcastSource<Int>()
    let values = source.values
    source.send(1)
    source.removeAllSubscribers()
    source.send(2)
    #expect(await all(values) == [1])
  }

  @Test func `of a value begin with the value at the creation of the sequence`() async {
    var property: PublishedProperty? = PublishedProperty(1)
    let values = property?.publishedValue.values
    property?.value = 2
    property = nil
    #expect(await values?.reduce(into: []) { $0.append($1) } == [1, 2])
  }

  @Test func `of an ended publisher are its initial updates`() async {
    #expect(await all(Broadcaster.just(1, 2).values) == [1, 2])
    #expect(await all(Broadcaster<Int>.empty.values) == [])
    #expect(await all(PublishedValue(constant: 3).values) == [3])
  }

  @Test func `stay ended`() async {
    var iterator = Broadcaster.just(1).values.makeAsyncIterator()
    #expect(await iterator.next() == 1)
    #expect(await iterator.next() == nil)
    #expect(await iterator.next() == nil)
  }

  @Test func `reach a loop that is faster than the publisher`() async {
    let source = BroadcastSource<Int>()
    let history = History<Int>()
    let values = source.values
    let loop = Task {
      for await update in values { history.record(update) }
    }
    await onThreads { _ in
      for update in 1...100 {
        source.send(update)
        history.waitForCount(update)
      }
    }
    source.finish()
    await loop.value
    #expect(history.events == Array(1...100))
  }

  @Test func `wait for a loop that is slower than the publisher`() async {
    let source = BroadcastSource<Int>()
    let values = source.values
    var seen: [Int] = []
    source.send(0)
    for await update in values {
      seen.append(update)
      // Each iteration sends two more updates, so the loop falls behind.
      guard update < 100 else { break }
      source.send(2 * update + 1)
      source.send(2 * update + 2)
    }
    #expect(seen == Array(0...100))
  }

  @Test(arguments: [1, 3])
  func `keep the newest updates up to the limit, and report dropped ones`(limit: Int) async {
    let source = BroadcastSource<Int>()
    let dropped = History<Int>()
    let values = source.values(buffering: .newest(limit)) { dropped.record($0) }
    for update in 1...10 { source.send(update) }
    source.finish()
    #expect(await all(values) == Array((11 - limit)...10))
    #expect(dropped.events == Array(1...(10 - limit)))
  }

  @Test(arguments: [1, 3])
  func `keep the oldest updates up to the limit, and report dropped ones`(limit: Int) async {
    let source = BroadcastSource<Int>()
    let dropped = History<Int>()
    let values = source.values(buffering: .oldest(limit)) { dropped.record($0) }
    for update in 1...10 { source.send(update) }
    source.finish()
    #expect(await all(values) == Array(1...limit))
    #expect(dropped.events == Array((limit + 1)...10))
  }

  @Test func `accept another update after the loop has taken one`() async {
    let source = BroadcastSource<Int>()
    let dropped = History<Int>()
    var iterator = source.values(buffering: .oldest(1)) { dropped.record($0) }.makeAsyncIterator()
    source.send(1)
    source.send(2)
    #expect(await iterator.next() == 1)
    source.send(3)
    #expect(await iterator.next() == 3)
    #expect(dropped.events == [2])
  }

  @Test func `accept an update that is sent while a dropped one is reported`() async {
    let source = BroadcastSource<Int>()
    let values = source.values(buffering: .newest(1)) { if $0 == 1 { source.send(3) } }
    source.send(1)
    source.send(2)
    source.finish()
    #expect(await all(values) == [3])
  }

  @Test func `cancel the subscription when the sequence and its iterators are released`() async {
    let source = BroadcastSource<Int>()
    var values: UpdateSequence? = source.values
    var iterator = values?.makeAsyncIterator()
    #expect(source.hasSubscribers)
    values = nil
    source.send(1)
    #expect(await iterator?.next() == 1)
    #expect(source.hasSubscribers)
    iterator = nil
    #expect(!source.hasSubscribers)
  }

  @Test func `continue in a second loop after the first one was left`() async {
    let source = BroadcastSource<Int>()
    let values = source.values
    for update in 1...4 { source.send(update) }
    var seen: [Int] = []
    for await update in values where update == 2 {
      seen.append(update)
      break
    }
    source.finish()
    for await update in values { seen.append(update) }
    #expect(seen == [2, 3, 4])
  }

  @Test func `subscribe separately for each sequence`() async {
    let source = BroadcastSource<Int>()
    let first = source.values
    let second = source.values
    source.send(1)
    source.finish()
    #expect(await all(first) == [1])
    #expect(await all(second) == [1])
  }

  @Test func `do not keep the source alive`() async {
    var source: BroadcastSource<Int>? = BroadcastSource()
    let values = source?.values
    source = nil
    #expect(await values?.first { _ in true } == nil)
  }

  @Test func `are distributed among loops that run at the same time`() async {
    let source = BroadcastSource<Int>()
    let values = source.values
    let loops = (1...2).map { _ in Task { await all(values) } }
    for update in 1...100 { source.send(update) }
    source.finish()
    let seen = await [loops[0].value, loops[1].value]
    #expect((seen[0] + seen[1]).sorted() == Array(1...100))
    #expect(seen.allSatisfy { $0 == $0.sorted() })
  }

  @Test func `of a task contain its result, even if the buffer is full`() async {
    let source = TaskSource<Int, String, Never>()
    let dropped = History<String>()
    let values = source.publishedTask.values(buffering: .oldest(1)) { dropped.record("\($0)") }
    source.report(1)
    source.report(2)
    source.succeed("done")
    #expect(await all(values).map { "\($0)" } == ["inProgress(1)", "success(\"done\")"])
    #expect(dropped.events == ["inProgress(2)"])
  }

  @Test(arguments: [Buffering.newest(1), .oldest(1)])
  func `of several tasks contain all results in order, even if the buffer is full`(buffering: Buffering) async {
    let sources = (1...3).map { _ in TaskSource<Never, Int, Never>() }
    let values = sources.map { $0.publishedTask.broadcaster() }.merged().values(buffering: buffering)
    for (index, source) in sources.enumerated() { source.succeed(index) }
    #expect(await all(values).map { "\($0)" } == ["success(0)", "success(1)", "success(2)"])
  }
}

@Suite("Values, and the Swift task that loops over them")
struct CancelledValuesTests {
  @Test func `unsubscribe and end when it is cancelled while it waits`() async {
    await LiveScope.expectingNoLeaks { await cancelWhileWaiting() }
  }

  @MainActor
  private func cancelWhileWaiting() async {
    let source = BroadcastSource<Int>()
    let values = source.values
    let history = History<String>()
    let waits = EventState(false)
    let loop = Task { @MainActor in
      var iterator = values.makeAsyncIterator()
      waits.change { $0 = true }
      history.record("\(String(describing: await iterator.next(isolation: MainActor.shared)))")
      history.record("\(source.hasSubscribers)")
      history.record("\(String(describing: await iterator.next(isolation: MainActor.shared)))")
    }
    // Between the two, only a wait releases the main actor.
    await waits.wait(for: "the loop to begin") { $0 }
    #expect(source.hasSubscribers)
    loop.cancel()
    #expect(!source.hasSubscribers)
    source.send(1)
    await loop.value
    #expect(history.events == ["nil", "false", "nil"])
  }

  @Test func `end if it was already cancelled, and drop pending updates`() async {
    let source = BroadcastSource<Int>()
    let values = source.values
    source.send(1)
    let seen = await Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return await values.first { _ in true }
    }.value
    #expect(seen == nil)
    #expect(!source.hasSubscribers)
  }

  @Test func `end when it is cancelled in the loop, and drop pending updates`() async {
    let source = BroadcastSource<Int>()
    let values = source.values
    for update in 1...10 { source.send(update) }
    let loop = Task {
      await values.reduce(into: [Int]()) { seen, update in
        seen.append(update)
        if update == 3 { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
      }
    }
    #expect(await loop.value == [1, 2, 3])
    #expect(await values.first { _ in true } == nil)
  }
}

@Suite("Values on real threads")
struct ConcurrentValuesTests {
  @Test func `contain all updates of several threads, in the order of each thread`() async {
    await LiveScope.expectingNoLeaks {
      let source = BroadcastSource<Int>()
      let values = source.values
      let count = repetitions(2_000)
      let loop = Task {
        await values.reduce(into: [[Int]](repeating: [], count: 4)) { $0[$1 / 1_000_000].append($1 % 1_000_000) }
      }
      await onThreads(4) { thread in
        for number in 0..<count { source.send(thread * 1_000_000 + number) }
      }
      source.finish()
      let expected = [[Int]](repeating: Array(0..<count), count: 4)
      #expect(await loop.value == expected)
    }
  }

  @Test(arguments: [Buffering.newest(3), .oldest(3)])
  func `report every update that is not delivered as dropped`(buffering: Buffering) async {
    let source = BroadcastSource<Int>()
    let dropped = History<Int>()
    let values = source.values(buffering: buffering) { dropped.record($0) }
    let count = repetitions(1_000)
    let loop = Task { await values.reduce(into: []) { $0.append($1) } }
    await onThreads(4) { thread in
      for number in 0..<count { source.send(thread * count + number) }
    }
    source.finish()
    let seen = await loop.value
    #expect((seen + dropped.events).sorted() == Array(0..<(4 * count)))
  }

  @Test func `are in order without gaps when sending, the end and a cancellation race`() async {
    await LiveScope.expectingNoLeaks {
      for round in 0..<repetitions(300) {
        let source = BroadcastSource<Int>()
        let values = source.values
        let loop = Task { await values.reduce(into: []) { $0.append($1) } }
        await onThreads(3) { thread in
          switch thread {
          case 0: for number in 0..<20 { source.send(number) }
          case 1 where round % 2 == 0: source.finish()
          default: if round % 3 > 0 { loop.cancel() } else { source.finish() }
          }
        }
        source.finish()
        let seen = await loop.value
        #expect(seen == Array(0..<seen.count))
        #expect(!source.hasSubscribers)
      }
    }
  }
}
