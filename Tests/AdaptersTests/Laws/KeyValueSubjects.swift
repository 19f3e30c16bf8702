import Foundation
import TestSupport
import Testing
import Tidings

#if !canImport(ObjectiveC)
  extension Subject {
    static let keyValueObserving: [Subject] = [
      Subject("publishedValue(for:)", memory: .value(0), isReadable: true) {
        let held = Held(Gauge())
        let value = held.current!.publishedValue(for: \.level)
        return Rig(
          value, send: { held.current?.level = $0 }, finish: { held.letGo() }, value: { value.value })
      },
      Subject("broadcaster(for:)") {
        let held = Held(Gauge())
        return Rig(
          held.current!.broadcaster(for: \.level).compactMap(\.newValue), send: { held.current?.level = $0 },
          finish: { held.letGo() })
      },
    ]
  }

  @Suite("The contracts hold for key-value observing")
  struct KeyValueLawTests {
    /// Observers read a property when they are told of a change. Of what threads write at the same time, they may see the
    /// last value only, once for each change: KVO has no other way, and the property keeps nothing else.
    private static let namesOfRacingWriters = [
      "P3 P4 several publishing threads", "P1 P6 subscribing, publishing", "P6 unless several threads published",
    ]

    static let cases = LawCase.all(for: Subject.keyValueObserving).filter { lawCase in
      !namesOfRacingWriters.contains { lawCase.testDescription.hasPrefix($0) }
    }

    @Test(.timeLimit(.minutes(10)), arguments: cases)
    func law(_ lawCase: LawCase) async throws {
      try await lawCase.check()
    }
  }
#endif
