import TestSupport
import Testing
import Tidings
import TidingsAdapters

@Suite("An agenda")
struct AgendaTests {
  private let history = History<Int>()

  private func job(_ number: Int) -> @Sendable () -> Void {
    { [history] in history.record(number) }
  }

  private func run(_ agenda: inout Agenda, until time: Duration) -> [Int] {
    let before = history.events.count
    while let (_, job) = agenda.takeFirst(until: time) { job() }
    return Array(history.events.dropFirst(before))
  }

  @Test
  func `gives jobs in the order of their times, and among equal times as they came`() {
    var agenda = Agenda()
    for (number, due) in [(3, 2), (1, 1), (4, 2), (2, 1), (5, 3)] { _ = agenda.add(job(number), due: .seconds(due)) }
    #expect(agenda.count == 5)
    #expect(agenda.nextDue == .seconds(1))
    #expect(run(&agenda, until: .seconds(2)) == [1, 2, 3, 4])
    #expect(agenda.nextDue == .seconds(3))
  }

  @Test
  func `forgets what was removed, and the time of it`() {
    var agenda = Agenda()
    let first = agenda.add(job(1), due: .seconds(1))
    let second = agenda.add(job(2), due: .seconds(2))
    #expect(agenda.remove(first) != nil)
    #expect(agenda.remove(first) == nil)
    #expect(agenda.nextDue == .seconds(2))
    #expect(run(&agenda, until: .seconds(2)) == [2])
    #expect(agenda.remove(second) == nil)
    #expect(agenda.nextDue == nil)
  }

  @Test
  func `agrees with sorting, whatever is added and removed`() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      var agenda = Agenda()
      var model: [(due: Int, number: Int, id: UInt)] = []
      for number in 0..<200 {
        if let index = model.indices.randomElement(using: &generator), Bool.random(using: &generator) {
          #expect(agenda.remove(model.remove(at: index).id) != nil)
        }
        let due = Int.random(in: 0..<20, using: &generator)
        model.append((due, number, agenda.add(job(number), due: .seconds(due))))
      }
      #expect(run(&agenda, until: .longest) == model.sorted { ($0.due, $0.id) < ($1.due, $1.id) }.map(\.number))
    }
  }
}
