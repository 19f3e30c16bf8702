/// A download in one mode from a server with planned faults, and its expected outcome.
struct MatrixCase: Sendable, CustomStringConvertible {
  var mode: MatrixMode
  var plan: MatrixPlan
  var outcome: MatrixOutcome

  var description: String { "\(mode.rawValue), \(plan)" }

  /// The command that runs only this case.
  var command: String { "MATRIX_CASE='\(description)' swift test --filter MatrixTests" }

  static let all = MatrixPlan.all.flatMap { plan in
    MatrixMode.allCases.map { MatrixCase(mode: $0, plan: plan, outcome: plan.outcome($0)) }
  }
}

/// The part of a case that does not depend on the mode.
struct MatrixPlan: Sendable, CustomStringConvertible {
  var faults: [PlannedFault]
  var attempts = 1
  /// Whether the download expects a size and a digest. Some faults cannot be detected otherwise.
  var knowsWhole = false
  var maximumByteCount: Int64?
  /// The expected outcome, derived only from the faults.
  var outcome: @Sendable (MatrixMode) -> MatrixOutcome

  init(
    _ faults: PlannedFault..., attempts: Int = 1, knowsWhole: Bool = false,
    outcome: @escaping @Sendable (MatrixMode) -> MatrixOutcome
  ) {
    (self.faults, self.attempts, self.knowsWhole, self.outcome) = (faults, attempts, knowsWhole, outcome)
  }

  init(
    _ faults: PlannedFault..., attempts: Int = 1, knowsWhole: Bool = false, maximumByteCount: Int64? = nil,
    outcome: MatrixOutcome
  ) {
    (self.faults, self.attempts, self.knowsWhole, self.outcome) = (faults, attempts, knowsWhole, { _ in outcome })
    self.maximumByteCount = maximumByteCount
  }

  var stalls: Bool {
    faults.contains {
      switch $0.fault {
      case .stall, .stallBeforeHead: true
      default: false
      }
    }
  }

  var description: String {
    let faults = faults.map { planned in
      let last = planned.hits.upperBound == .max ? "" : "\(planned.hits.upperBound)"
      return "\(planned.fault) on hits \(planned.hits.lowerBound)-\(last)"
    }
    return faults.joined(separator: " and ") + (attempts > 1 ? ", \(attempts) attempts" : "")
      + (knowsWhole ? ", size and digest known" : "") + (maximumByteCount.map { ", at most \($0) bytes" } ?? "")
  }
}
