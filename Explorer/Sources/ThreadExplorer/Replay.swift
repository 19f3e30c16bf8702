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
    guard next < schedule.switches.count, schedule.switches[next].point == choice.point else {
      return choice.options[0]
    }
    let thread = schedule.switches[next].thread
    next += 1
    guard choice.options.contains(thread) || choice.resting.contains(thread) else {
      isAstray = true
      return choice.options[0]
    }
    return thread
  }

  func end(_ execution: Execution) -> String? {
    isAstray || next < schedule.switches.count ? "NOT DETERMINISTIC: the schedule is not one of this scenario" : nil
  }
}
