#if DEBUG && !canImport(ObjectiveC)
  import Foundation
  import TestSupport
  import Testing
  import Tidings

  @Suite("An observed property that does not report its changes")
  struct SilentPropertyTests {
    private let place: StaticString = "SilentPropertyTests/place"

    private func notes(line: UInt, _ observe: () -> Void) -> [String] {
      debugNotes(about: place, line: line, observe)
    }

    @Test func `is reported once, with its source location`() {
      let lamp = Lamp()
      for count in [1, 0] {
        let notes = notes(line: 1) { _ = lamp.publishedValue(for: \.brightness, fileID: place, line: 1) }
        #expect(notes.count == count)
      }
    }

    @Test func `is reported by each way to observe`() {
      let lamp = Lamp()
      let ways: [(UInt) -> Void] = [
        { _ = lamp.publishedValue(for: \.brightness, fileID: place, line: $0) { $0 + 1 } },
        { _ = lamp.broadcaster(for: \.brightness, fileID: place, line: $0) },
        { _ = lamp.broadcaster(for: \.brightness, fileID: place, line: $0) { $0 + 1 } },
      ]
      for (index, way) in ways.enumerated() {
        let line = 10 + UInt(index)
        #expect(notes(line: line) { way(line) }.count == 1)
      }
    }

    @Test func `is not reported if it is observed, computed from observed properties, or reached through them`() {
      let person = Person()
      #expect(notes(line: 2) { _ = person.publishedValue(for: \.first, fileID: place, line: 2) }.isEmpty)
      #expect(notes(line: 3) { _ = person.publishedValue(for: \.fullName, fileID: place, line: 3) }.isEmpty)
      #expect(notes(line: 4) { _ = person.publishedValue(for: \.friend?.first, fileID: place, line: 4) }.isEmpty)
    }
  }

  private final class Lamp: NSObject {
    var brightness = 1
  }
#endif
