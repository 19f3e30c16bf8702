#if DEBUG
  import TestSupport
  import Testing
  import Tidings

  @Suite("A broadcaster whose source is gone")
  struct SourceLifeTests {
    private let place: StaticString = "SourceLifeTests/place"

    private func orphan() -> Broadcaster<Int> {
      BroadcastSource<Int>().broadcaster
    }

    private func notes(line: UInt, _ publisher: some Publisher<Int>) -> [String] {
      debugNotes(about: place, line: line) { _ = publisher.subscribe(fileID: place, line: line) { _ in } }
    }

    @Test
    func `is noted by a subscription, with its place, once`() {
      let notes = notes(line: 1, orphan())
      #expect(notes.count == 1)
      #expect(notes.first?.contains("source of its broadcaster is gone") == true)
      #expect(self.notes(line: 1, orphan()).isEmpty)
    }

    @Test
    func `is noted behind operators`() {
      #expect(notes(line: 2, orphan().map { $0 + 1 }.filter { $0 > 1 }).count == 1)
    }

    @Test
    @MainActor
    func `is noted on the main actor`() {
      #expect(notes(line: 3, orphan()).count == 1)
    }

    @Test
    func `is not noted when the source was finished`() {
      let broadcaster: Broadcaster<Int>
      do {
        let source = BroadcastSource<Int>()
        broadcaster = source.broadcaster
        source.finish()
      }
      #expect(notes(line: 4, broadcaster).isEmpty)
    }

    @Test
    func `is not noted when the subscription has updates of others`() {
      #expect(notes(line: 5, orphan().prepend(1)).isEmpty)
    }
  }
#endif
