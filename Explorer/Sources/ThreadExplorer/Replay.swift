/// One schedule that is given.
final class Replay: Chooser {
  private let schedule: Schedule
  private var next = 0
  private var isAstray = false

  init(_ schedule: Schedule) {
    self.schedule = schedule
  }

  func begin() {
    next = 0
  }

  func choose(_ choice: Choice) -> Int {
    guard next < schedule.switches.count, schedule.switches[next].point == choice.point else { return 0 }
    next += 1
    guard let index = choice.options.firstIndex(of: schedule.switches[next - 1].thread) else {
      isAstray = true
      return 0
    }
    return index
  }

  func end(_ execution: Execution) -> String? {
    isAstray || next < schedule.switches.count ? "NOT DETERMINISTIC: the schedule is not one of this scenario" : nil
  }
}
