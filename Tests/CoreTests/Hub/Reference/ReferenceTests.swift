import TestSupport
import Testing
import TidingsCore

@Suite("The engine does what the simple one does")
struct ReferenceTests {
  private static let scheduleCount = 20_000

  @Test func `in random schedules, whatever closures do inside each other`() {
    var operations = 0
    var deliveries = 0
    let count = repetitions(TestSize.scaled(Self.scheduleCount))
    for number in 0..<count {
      let seed = SplitMix64.seed &+ UInt64(number)
      let schedule = ReferenceSchedule.random(seed: seed)
      let history = SchedulePlayer<ReferenceHub<Int>>.history(of: schedule)
      guard SchedulePlayer<Hub<Int>>.history(of: schedule) == history else {
        Issue.record("TIDINGS_SEED=\(seed), the first schedule; made simpler:\n\(schedule.difference)")
        return
      }
      operations += history.count { if case .did = $0 { true } else { false } }
      deliveries += history.count { if case .gets = $0 { true } else { false } }
    }
    print("\(count) schedules, \(operations) operations, \(deliveries) deliveries, seed \(SplitMix64.seed)")
  }
}

extension ReferenceSchedule {
  private var isPlayedAlike: Bool {
    SchedulePlayer<Hub<Int>>.history(of: self) == SchedulePlayer<ReferenceHub<Int>>.history(of: self)
  }

  /// The simplest schedule that is not played alike, with both histories side by side.
  fileprivate var difference: String {
    let simplest = simplest { !$0.isPlayedAlike }
    let engine = SchedulePlayer<Hub<Int>>.history(of: simplest).map(\.line)
    let reference = SchedulePlayer<ReferenceHub<Int>>.history(of: simplest).map(\.line)
    let width = engine.map(\.count).max() ?? 0
    let rows = (0..<max(engine.count, reference.count)).map { index in
      let left = index < engine.count ? engine[index] : ""
      let right = index < reference.count ? reference[index] : ""
      let padding = String(repeating: " ", count: width - left.count)
      return "\(left == right ? " " : "≠") \(left)\(padding) | \(right)"
    }
    return (["\(simplest)", "engine, and reference:"] + rows).joined(separator: "\n")
  }
}

extension ReferenceEvent {
  fileprivate var line: String {
    "\(self)".replacing("CoreTests.ReferenceSchedule.Operation.", with: "")
  }
}
