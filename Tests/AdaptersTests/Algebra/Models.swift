import TestSupport

/// The expected output of an operator for a schedule, computed in the simplest way.
struct Model {
  private(set) var result: [String] = []
  private(set) var isOver = false

  mutating func emit(_ output: some Any) {
    if !isOver { result.append("\(output)") }
  }

  mutating func end() {
    if !isOver { result.append("|") }
    isOver = true
  }

  /// Applies the rule to one event after the other, until the end.
  static func of(_ schedule: Schedule, _ rule: (inout Model, Schedule.Event) -> Void) -> [String] {
    var model = Model()
    for event in schedule.effective where !model.isOver { rule(&model, event) }
    return model.result
  }

  /// The outputs of an operator with one source, computed from the updates so far and, at the end, from all updates.
  static func of(
    _ schedule: Schedule, update: (_ model: inout Model, _ updates: [Int]) -> Void,
    end: (_ model: inout Model, _ updates: [Int]) -> Void = { model, _ in }
  ) -> [String] {
    var updates: [Int] = []
    return of(schedule) { model, event in
      switch event {
      case .send(let number, _):
        updates.append(number)
        update(&model, updates)
      case .end:
        end(&model, updates)
        model.end()
      case .leave:
        break
      }
    }
  }

  /// The outputs of an operator with one source that maps each update to several outputs.
  static func each(_ schedule: Schedule, _ outputs: (_ updates: [Int]) -> [Any]) -> [String] {
    of(schedule, update: { model, updates in for output in outputs(updates) { model.emit(output) } })
  }
}
