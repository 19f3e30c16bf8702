import Testing
import TidingsCore

@Suite("An agenda")
struct AgendaTests {
  @Test("gives jobs in the order of their times, and among equal times as they came")
  func order() {
    var agenda = Agenda<String>()
    for (job, due) in [("c", 2), ("a", 1), ("d", 2), ("b", 1), ("e", 3)] { _ = agenda.add(job, due: .seconds(due)) }
    #expect(agenda.count == 5)
    #expect(agenda.nextDue == .seconds(1))
    var jobs: [String] = []
    while let (_, job) = agenda.takeFirst(until: .seconds(2)) { jobs.append(job) }
    #expect(jobs == ["a", "b", "c", "d"])
    #expect(agenda.nextDue == .seconds(3))
  }

  @Test("forgets what was removed, and the time of it")
  func removal() {
    var agenda = Agenda<String>()
    let first = agenda.add("first", due: .seconds(1))
    let second = agenda.add("second", due: .seconds(2))
    #expect(agenda.remove(first) == "first")
    #expect(agenda.remove(first) == nil)
    #expect(agenda.nextDue == .seconds(2))
    #expect(agenda.takeFirst(until: .seconds(2))?.job == "second")
    #expect(agenda.remove(second) == nil)
    #expect(agenda.nextDue == nil)
  }

  @Test("agrees with sorting, whatever is added and removed")
  func randomly() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      var agenda = Agenda<Int>()
      var model: [(due: Int, job: Int, number: UInt)] = []
      for job in 0..<200 {
        if let index = model.indices.randomElement(using: &generator), Bool.random(using: &generator) {
          #expect(agenda.remove(model.remove(at: index).number) != nil)
        }
        let due = Int.random(in: 0..<20, using: &generator)
        model.append((due, job, agenda.add(job, due: .seconds(due))))
      }
      var jobs: [Int] = []
      while let (_, job) = agenda.takeFirst(until: .longest) { jobs.append(job) }
      #expect(jobs == model.sorted { ($0.due, $0.number) < ($1.due, $1.number) }.map(\.job))
    }
  }
}
