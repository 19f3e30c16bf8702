#if DEBUG
  import TestSupport
  import Testing
  import Tidings
  import TidingsCore

  @Suite("A token that is dropped where it was made")
  struct DroppedTokenWarningTests {
    private let place: StaticString = "DroppedTokenWarningTests/place"

    /// The notes about a line of this place that are made while the closure runs.
    private func notes(line: UInt, _ subscribe: () -> Void) -> [String] {
      debugNotes(about: place, line: line, subscribe)
    }

    @Test
    func `is noted with its place, once`() {
      let source = BroadcastSource<Int>()
      #expect(notes(line: 1) { _ = source.subscribe(fileID: place, line: 1) { _ in } }.count == 1)
      #expect(notes(line: 1) { _ = source.subscribe(fileID: place, line: 1) { _ in } }.isEmpty)
      #expect(notes(line: 2) { _ = source.subscribe(fileID: place, line: 2) { _ in } }.count == 1)
    }

    @Test
    func `is noted whatever it got at the start, and whatever kept it in the function`() {
      let source = BroadcastSource<Int>()
      let property = PublishedProperty(1)
      let replaying = BroadcastSource<Int>(replaying: 2)
      replaying.send(1)
      let drops: [(name: String, drop: (UInt) -> Void)] = [
        ("value", { _ = property.subscribe(fileID: place, line: $0) { _ in } }),
        ("replayed", { _ = replaying.subscribe(fileID: place, line: $0) { _ in } }),
        (
          "constant",
          { line in
            let token = source.subscribe(fileID: place, line: line) { _ in }
            #expect(token.isActive)
          }
        ),
        (
          "bag",
          { line in
            let bag = SubscriptionBag()
            property.subscribe(fileID: place, line: line) { _ in }.store(in: bag)
          }
        ),
        (
          "set",
          { line in
            var set: Set<Subscription> = []
            property.subscribe(fileID: place, line: line) { _ in }.store(in: &set)
          }
        ),
        (
          "bag of two",
          { line in
            let bag = SubscriptionBag()
            source.subscribe(fileID: place, line: 10) { _ in }.store(in: bag)
            source.subscribe(fileID: place, line: line) { _ in }.store(in: bag)
          }
        ),
      ]
      for (index, drop) in drops.enumerated() {
        let line = 200 + UInt(index)
        #expect(notes(line: line) { drop.drop(line) }.count == 1, "\(drop.name)")
      }
    }

    @Test
    func `is noted in an asynchronous function`() async {
      let source = BroadcastSource<Int>()
      let notes = await debugNotes(about: place, line: 11) {
        await Task.detached { source.send(1) }.value
        _ = source.subscribe(fileID: place, line: 11) { _ in }
      }
      #expect(notes.count == 1)
    }

    @Test
    @MainActor
    func `is noted on the main actor`() {
      let property = PublishedProperty(1)
      #expect(notes(line: 12) { _ = property.subscribe(fileID: place, line: 12) { _ in } }.count == 1)
    }

    @Test
    func `is not noted when it was ended on purpose, or got an update or the end`() {
      let source = BroadcastSource<Int>()
      let uses: [(name: String, use: (UInt) -> Void)] = [
        ("invalidated", { source.subscribe(fileID: place, line: $0) { _ in }.invalidate() }),
        (
          "bag emptied",
          { line in
            let bag = SubscriptionBag()
            source.subscribe(fileID: place, line: line) { _ in }.store(in: bag)
            bag.removeAll()
          }
        ),
        (
          "updated",
          { line in
            let token = source.subscribe(fileID: place, line: line) { _ in }
            source.send(1)
            withExtendedLifetime(token) {}
          }
        ),
        (
          "ended",
          { line in
            let token = source.subscribe(fileID: place, line: line) { _ in }
            source.finish()
            withExtendedLifetime(token) {}
          }
        ),
      ]
      for (index, use) in uses.enumerated() {
        let line = 300 + UInt(index)
        #expect(notes(line: line) { use.use(line) }.isEmpty, "\(use.name)")
      }
    }

    @Test
    func `is not noted when a variable got another in its place`() {
      let source = BroadcastSource<Int>()
      var subscription: Subscription?
      let notes = notes(line: 17) {
        subscription = source.subscribe(fileID: place, line: 17) { _ in }
        subscription = source.subscribe { _ in }
      }
      #expect(notes.isEmpty)
      withExtendedLifetime(subscription) {}
    }

    @Test
    func `is not noted when the same function gave a variable another in its place`() {
      let search = Search(place: place, line: 18)
      let notes = notes(line: 18) {
        for _ in 1...3 { search.start() }
      }
      #expect(notes.isEmpty)
    }

    @Test
    func `is not noted when its owner is released`() {
      let source = BroadcastSource<Int>()
      #expect(notes(line: 19) { _ = Owner(source, fileID: place, line: 19) }.isEmpty)
      let notes = notes(line: 20) {
        let owner = Owner(source, fileID: place, line: 20)
        withExtendedLifetime(owner) {}
      }
      #expect(notes.isEmpty)
    }

    @Test
    func `is not noted when its owner is released with a bag or a set`() {
      let property = PublishedProperty(1)
      #expect(notes(line: 21) { _ = OwnerOfBag(property, fileID: place, line: 21) }.isEmpty)
      #expect(notes(line: 22) { _ = OwnerOfSet(property, fileID: place, line: 22) }.isEmpty)
    }

    @Test
    func `is not noted when another function has it`() {
      let source = BroadcastSource<Int>()
      func subscribe() -> Subscription { source.subscribe(fileID: place, line: 23) { _ in } }
      #expect(notes(line: 23) { _ = subscribe() }.isEmpty)
    }

    @Test
    func `is not noted when another thread releases it`() {
      let source = BroadcastSource<Int>()
      let notes = notes(line: 24) {
        let token = Locked<Subscription?>(source.subscribe(fileID: place, line: 24) { _ in })
        onOtherThread { token.withLock { $0 = nil } }
      }
      #expect(notes.isEmpty)
    }

    @Test
    func `is noted by each form of subscribing`() {
      let source = BroadcastSource<Int>()
      let property = PublishedProperty(1)
      let results = BroadcastSource<Result<Int, any Error>>()
      let task = PublishedTask<Int, Int, any Error>.pending()
      let infallible = PublishedTask<Int, Int, Never>.pending()
      let forms: [(name: String, subscribe: (UInt) -> Void)] = [
        ("ended", { _ = source.subscribe(fileID: place, line: $0, { _ in }, ended: {}) }),
        ("weak", { _ = source.subscribe(weak: source, fileID: place, line: $0) { _, _ in } }),
        ("once", { _ = source.subscribeOnce(fileID: place, line: $0) { _ in } }),
        ("initial", { _ = property.subscribe(fileID: place, line: $0, initial: { _ in }, updates: { _ in }) }),
        ("buffering", { _ = source.subscribe(buffering: .newest(1), fileID: place, line: $0) { _ in } }),
        ("results", { _ = results.subscribe(fileID: place, line: $0, value: { _ in }, failure: { _ in }) }),
        ("task", { _ = task.subscribe(fileID: place, line: $0, success: { _ in }, failure: { _ in }) }),
        ("completion", { _ = task.subscribe(fileID: place, line: $0, progress: { _ in }, completion: { _ in }) }),
        ("success", { _ = infallible.subscribe(fileID: place, line: $0, success: { _ in }) }),
        ("progress", { _ = infallible.subscribe(fileID: place, line: $0, progress: { _ in }, success: { _ in }) }),
      ]
      for (index, form) in forms.enumerated() {
        let line = 100 + UInt(index)
        #expect(notes(line: line) { form.subscribe(line) }.count == 1, "\(form.name)")
      }
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
