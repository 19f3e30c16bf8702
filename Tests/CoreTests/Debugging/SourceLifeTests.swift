#if DEBUG
  import TestSupport
  import Testing
  import Tidings

  @Suite("A broadcaster whose source was released")
  struct SourceLifeTests {
    private let place: StaticString = "SourceLifeTests/place"

    private func orphan() -> Broadcaster<Int> {
      BroadcastSource<Int>().broadcaster
    }

    private func notes(line: UInt, _ publisher: some Publisher<Int>) -> [String] {
      debugNotes(about: place, line: line) { _ = publisher.subscribe(fileID: place, line: line) { _ in } }
    }

    @Test func `is reported once by a subscription, with its source location`() {
      let notes = notes(line: 1, orphan())
      #expect(notes.count == 1)
      #expect(notes.first?.contains("source of its broadcaster is gone") == true)
      #expect(self.notes(line: 1, orphan()).isEmpty)
    }

    @Test func `is reported behind operators`() {
      #expect(notes(line: 2, orphan().map { $0 + 1 }.filter { $0 > 1 }).count == 1)
    }

    @Test
    @MainActor
    func `is reported on the main actor`() {
      #expect(notes(line: 3, orphan()).count == 1)
    }

    @Test func `is not reported if the source was finished`() {
      let broadcaster: Broadcaster<Int>
      do {
        let source = BroadcastSource<Int>()
        broadcaster = source.broadcaster
        source.finish()
      }
      #expect(notes(line: 4, broadcaster).isEmpty)
    }

    @Test func `is not reported if the subscription receives updates from another publisher`() {
      #expect(notes(line: 5, orphan().prepend(1)).isEmpty)
    }
  }
#endif
