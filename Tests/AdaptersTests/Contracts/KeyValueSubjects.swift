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
        return Fixture(
          value, send: { held.current?.level = $0 }, finish: { held.letGo() }, value: { value.value })
      },
      Subject("broadcaster(for:)") {
        let held = Held(Gauge())
        return Fixture(
          held.current!.broadcaster(for: \.level).compactMap(\.newValue), send: { held.current?.level = $0 },
          finish: { held.letGo() })
      },
    ]
  }

  @Suite("The contracts hold for key-value observing")
  struct KeyValueContractTests {
    /// Observers read a property when they are told of a change. Of what threads write at the same time, they may see the
    /// last value only, once for each change: KVO has no other way, and the property keeps nothing else.
    private static let namesOfRacingWriters = [
      "P3 P4 several publishing threads", "P1 P6 subscribing, publishing", "P6 unless several threads published",
    ]

    static let cases = ContractCase.all(for: Subject.keyValueObserving).filter { contractCase in
      !namesOfRacingWriters.contains { contractCase.testDescription.hasPrefix($0) }
    }

    @Test(.timeLimit(.minutes(10)), arguments: cases)
    func contract(_ contractCase: ContractCase) async throws {
      try await contractCase.check()
    }
  }
#endif
