#if DEBUG
  import TestSupport
  import Testing
  import Tidings
  import TidingsCore

  @Suite("A token that is dropped before anything was delivered", .serialized)
  struct DropWatchTests {
    /// Subscribes, lets the token meet its fate, and returns the notes about this place.
    private func notes(
      line: UInt, _ use: (BroadcastSource<Int>, Subscription) -> Void = { _, _ in }
    ) -> [String] {
      let place: StaticString = "DropWatchTests/place"
      let history = History<String>()
      let previous = DropWatch.report.withLock { report in
        defer { report = { history.record($0) } }
        return report
      }
      defer { DropWatch.report.withLock { $0 = previous } }
      let source = BroadcastSource<Int>()
      use(source, source.subscribe(fileID: place, line: line) { _ in })
      return history.events.filter { $0.contains("\(place):\(line):") }
    }

    @Test
    func `is noted with its place, once`() {
      #expect(notes(line: 1).count == 1)
      #expect(notes(line: 1).isEmpty)
      #expect(notes(line: 2).count == 1)
    }

    @Test
    func `is not noted when it was ended on purpose`() {
      #expect(notes(line: 3) { $1.invalidate() }.isEmpty)
    }

    @Test
    func `is not noted when it was stored`() {
      #expect(notes(line: 4) { $1.store(in: SubscriptionBag()) }.isEmpty)
    }

    @Test
    func `is not noted when something was delivered`() {
      #expect(notes(line: 5) { source, _ in source.send(1) }.isEmpty)
    }

    @Test
    func `is not noted when its publisher has ended`() {
      #expect(notes(line: 6) { source, _ in source.finish() }.isEmpty)
    }
  }
#endif
