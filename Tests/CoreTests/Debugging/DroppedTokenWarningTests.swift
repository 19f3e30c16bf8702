#if DEBUG
  import TestSupport
  import Testing
  import Tidings
  import TidingsCore

  @Suite("A token that is dropped in the function that created it")
  struct DroppedTokenWarningTests {
    private let place: StaticString = "DroppedTokenWarningTests/place"

    /// The notes about a line of this place that are printed while the closure runs.
    private func notes(line: UInt, _ subscribe: () -> Void) -> [String] {
      debugNotes(about: place, line: line, subscribe)
    }

    @Test func `is reported once, with its source location`() {
      let source = BroadcastSource<Int>()
      #expect(notes(line: 1) { _ = source.subscribe(fileID: place, line: 1) { _ in } }.count == 1)
      #expect(notes(line: 1) { _ = source.subscribe(fileID: place, line: 1) { _ in } }.isEmpty)
      #expect(notes(line: 2) { _ = source.subscribe(fileID: place, line: 2) { _ in } }.count == 1)
    }

    /// Expects a number of notes about each use. The line of a use is the first line plus its index.
    private func expect(
      _ count: Int, from first: UInt, _ uses: KeyValuePairs<String, (UInt) -> Void>,
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      for (line, use) in zip(first..., uses) {
        #expect(notes(line: line) { use.value(line) }.count == count, "\(use.key)", sourceLocation: sourceLocation)
      }
    }

    @Test func `is reported regardless of its initial updates and of what held it in the function`() {
      let source = BroadcastSource<Int>()
      let property = PublishedProperty(1)
      let replaying = BroadcastSource<Int>(replaying: 2)
      replaying.send(1)
      expect(
        1, from: 200,
        [
          "value": { _ = property.subscribe(fileID: place, line: $0) { _ in } },
          "replayed": { _ = replaying.subscribe(fileID: place, line: $0) { _ in } },
          "constant": { line in
            let token = source.subscribe(fileID: place, line: line) { _ in }
            #expect(token.isActive)
          },
          "bag": { line in
            let bag = SubscriptionBag()
            property.subscribe(fileID: place, line: line) { _ in }.store(in: bag)
          },
          "set": { line in
            var set: Set<Subscription> = []
            property.subscribe(fileID: place, line: line) { _ in }.store(in: &set)
          },
          "bag of two": { line in
            let bag = SubscriptionBag()
            source.subscribe(fileID: place, line: 10) { _ in }.store(in: bag)
            source.subscribe(fileID: place, line: line) { _ in }.store(in: bag)
          },
        ])
    }

    @Test func `is reported in an asynchronous function`() async {
      let source = BroadcastSource<Int>()
      let notes = await debugNotes(about: place, line: 11) {
        await Task.detached { source.send(1) }.value
        _ = source.subscribe(fileID: place, line: 11) { _ in }
      }
      #expect(notes.count == 1)
    }

    @Test
    @MainActor
    func `is reported on the main actor`() {
      let property = PublishedProperty(1)
      #expect(notes(line: 12) { _ = property.subscribe(fileID: place, line: 12) { _ in } }.count == 1)
    }

    @Test func `is not reported if it was invalidated, received an update or the end, or was passed on`() {
      let source = BroadcastSource<Int>()
      let property = PublishedProperty(1)
      expect(
        0, from: 300,
        [
          "invalidated": { source.subscribe(fileID: place, line: $0) { _ in }.invalidate() },
          "bag emptied": { line in
            let bag = SubscriptionBag()
            source.subscribe(fileID: place, line: line) { _ in }.store(in: bag)
            bag.removeAll()
          },
          "updated": { line in
            let token = source.subscribe(fileID: place, line: line) { _ in }
            source.send(1)
            withExtendedLifetime(token) {}
          },
          "ended": { line in
            let source = BroadcastSource<Int>()
            let token = source.subscribe(fileID: place, line: line) { _ in }
            source.finish()
            withExtendedLifetime(token) {}
          },
          "returned by another function": { line in
            func subscribe() -> Subscription { source.subscribe(fileID: place, line: line) { _ in } }
            _ = subscribe()
          },
          "released by another thread": { line in
            let token = Locked<Subscription?>(source.subscribe(fileID: place, line: line) { _ in })
            onOtherThread { token.withLock { $0 = nil } }
          },
          "replaced in a variable": { line in
            var subscription: Subscription? = source.subscribe(fileID: place, line: line) { _ in }
            subscription = source.subscribe { _ in }
            subscription?.invalidate()
          },
          "replaced by the same function": { line in
            let search = Search(place: place, line: line)
            for _ in 1...3 { search.start() }
          },
          "released with its owner": { line in
            _ = Owner(source, fileID: place, line: line)
            let owner = Owner(source, fileID: place, line: line)
            withExtendedLifetime(owner) {}
          },
          "released with the bag of its owner": { _ = OwnerOfBag(property, fileID: place, line: $0) },
          "released with the set of its owner": { _ = OwnerOfSet(property, fileID: place, line: $0) },
        ])
    }

    @Test func `is reported by each variant of subscribe`() {
      let source = BroadcastSource<Int>()
      let property = PublishedProperty(1)
      let results = BroadcastSource<Result<Int, any Error>>()
      let task = PublishedTask<Int, Int, any Error>.pending()
      let infallible = PublishedTask<Int, Int, Never>.pending()
      expect(
        1, from: 100,
        [
          "ended": { _ = source.subscribe(fileID: place, line: $0, { _ in }, ended: {}) },
          "weak": { _ = source.subscribe(weak: source, fileID: place, line: $0) { _, _ in } },
          "once": { _ = source.subscribeOnce(fileID: place, line: $0) { _ in } },
          "initial": { _ = property.subscribe(fileID: place, line: $0, initial: { _ in }, updates: { _ in }) },
          "buffering": { _ = source.subscribe(buffering: .newest(1), fileID: place, line: $0) { _ in } },
          "results": { _ = results.subscribe(fileID: place, line: $0, value: { _ in }, failure: { _ in }) },
          "task": { _ = task.subscribe(fileID: place, line: $0, success: { _ in }, failure: { _ in }) },
          "completion": { _ = task.subscribe(fileID: place, line: $0, progress: { _ in }, completion: { _ in }) },
          "success": { _ = infallible.subscribe(fileID: place, line: $0, success: { _ in }) },
          "progress": { _ = infallible.subscribe(fileID: place, line: $0, progress: { _ in }, success: { _ in }) },
        ])
    }
  }

  private final class Owner {
    let token: Subscription

    init(_ source: BroadcastSource<Int>, fileID: StaticString, line: UInt) {
      token = source.subscribe(fileID: fileID, line: line) { _ in }
    }
  }

  private final class OwnerOfBag {
    let subscriptions = SubscriptionBag()

    init(_ value: PublishedProperty<Int>, fileID: StaticString, line: UInt) {
      value.subscribe(fileID: fileID, line: line) { _ in }.store(in: subscriptions)
    }
  }

  private final class OwnerOfSet {
    var subscriptions: Set<Subscription> = []

    init(_ value: PublishedProperty<Int>, fileID: StaticString, line: UInt) {
      value.subscribe(fileID: fileID, line: line) { _ in }.store(in: &subscriptions)
    }
  }

  private final class Search {
    private let source = BroadcastSource<Int>()
    private let place: StaticString
    private let line: UInt
    private var subscription: Subscription?

    init(place: StaticString, line: UInt) {
      self.place = place
      self.line = line
    }

    func start() {
      subscription = source.subscribe(fileID: place, line: line) { _ in }
    }
  }
#endif
