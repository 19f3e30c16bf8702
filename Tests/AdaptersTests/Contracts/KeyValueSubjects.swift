import Foundation
import TestSupport
import Testing
import Tidings

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
  /// An observer reads the property after each change. If several threads write at the same time, it may read the last
  /// value several times and miss the others, because the property keeps only one value.
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
