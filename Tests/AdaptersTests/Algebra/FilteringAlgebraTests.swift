import TestSupport
import Testing
import Tidings

@Suite("The algebra of filtering")
struct FilteringAlgebraTests {
  private let one = Generator<Schedule>.schedules(of: 1)
  private let two = Generator<Schedule>.schedules(of: 2, upTo: 20)
  private let counted = Generator<Schedule>.schedules(of: 1).and(.integers(0...6))
  private let compared = Generator<Schedule>.schedules(of: 1).and(.integers(0...9))

  @Test func `filter keeps the included elements`() {
    expectAll(compared) { schedule, least in
      Model.each(schedule) { $0.suffix(1).filter { $0 >= least } }
    } from: { schedule, least in
      schedule.play { $0[0].filter { $0 >= least } }
    }
  }

  @Test func `filter and map equal one compactMap`() {
    expectAll(compared) { schedule, least in
      schedule.play { $0[0].filter { $0 >= least }.map { $0 * 10 } }
    } from: { schedule, least in
      schedule.play { $0[0].compactMap { $0 >= least ? $0 * 10 : nil } }
    }
  }

  @Test func `two consecutive filters equal one filter`() {
    expectAll(compared) { schedule, least in
      schedule.play { $0[0].filter { $0 >= least && $0.isMultiple(of: 2) } }
    } from: { schedule, least in
      schedule.play { $0[0].filter { $0 >= least }.filter { $0.isMultiple(of: 2) } }
    }
  }

  @Test func `prefix delivers the first updates and then the end`() {
    expectAll(counted) { schedule, count in
      guard count > 0 else { return ["|"] }
      return Model.of(
        schedule,
        update: { model, updates in
          model.emit(updates[updates.count - 1])
          if updates.count == count { model.end() }
        })
    } from: { schedule, count in
      schedule.play { $0[0].prefix(count) }
    }
  }

  @Test func `prefix and dropFirst together deliver all updates`() {
    expectAll(counted) { schedule, _ in
      schedule.play { $0[0] }.filter { $0 != "|" }
    } from: { schedule, count in
      let parts = schedule.play { $0[0].prefix(count) } + schedule.play { $0[0].dropFirst(count) }
      return parts.filter { $0 != "|" }
    }
  }

  @Test func `prefix(while:) and drop(while:) together deliver all updates`() {
    expectAll(compared) { schedule, limit in
      schedule.play { $0[0] }.filter { $0 != "|" }
    } from: { schedule, limit in
      let first = schedule.play { $0[0].prefix { $0 < limit } }
      return (first + schedule.play { $0[0].drop { $0 < limit } }).filter { $0 != "|" }
    }
  }

  @Test func `prefix(until:) and drop(until:) together deliver all updates`() {
    expectAll(two) { schedule in
      schedule.play(on: 2) { $0[0] }.filter { $0 != "|" }
    } from: { schedule in
      let first = schedule.play(on: 2) { $0[0].prefix(until: $0[1]) }
      return (first + schedule.play(on: 2) { $0[0].drop(until: $0[1]) }).filter { $0 != "|" }
    }
  }

  @Test func `drop(until:) forwards all updates after the first update of the other source`() {
    expectAll(two) { schedule in
      var isOpen = false
      return Model.of(schedule) { model, event in
        switch event {
        case .send(let update, from: 0): if isOpen { model.emit(update) }
        case .send: isOpen = true
        case .end(let source): if source == 0 || !isOpen { model.end() }
        case .leave: break
        }
      }
    } from: { schedule in
      schedule.play(on: 2) { $0[0].drop(until: $0[1]) }
    }
  }

  @Test func `an inclusive prefix(while:) also delivers the update that ends it`() {
    expectAll(compared) { schedule, limit in
      Model.of(
        schedule,
        update: { model, updates in
          model.emit(updates[updates.count - 1])
          if updates[updates.count - 1] >= limit { model.end() }
        })
    } from: { schedule, limit in
      schedule.play { $0[0].prefix(while: { $0 < limit }, inclusive: true) }
    }
  }

  @Test func `drop(while:) equals that of an array`() {
    expectAll(compared) { schedule, limit in
      Model.each(schedule) { updates in updates.drop { $0 < limit }.isEmpty ? [] : updates.suffix(1) }
    } from: { schedule, limit in
      schedule.play { $0[0].drop { $0 < limit } }
    }
  }

  @Test func `removeDuplicates drops updates that equal the previous one`() {
    expectAll(one) { schedule in
      Model.each(schedule) { updates in
        let isDuplicate = updates.count > 1 && updates.suffix(2).first == updates.last
        return isDuplicate ? [] : updates.suffix(1)
      }
    } from: { schedule in
      schedule.play { $0[0].removeDuplicates() }
    }
  }

  @Test func `removeAllDuplicates drops updates that equal an earlier one`() {
    expectAll(one) { schedule in
      Model.each(schedule) { updates in updates.suffix(1).filter { !updates.dropLast().contains($0) } }
    } from: { schedule in
      schedule.play { $0[0].removeAllDuplicates() }
    }
  }

  @Test func `duplicates by a property are the duplicates of the mapped updates`() {
    expectAll(one) { schedule in
      schedule.play { $0[0].map { $0 / 4 }.removeDuplicates() }
    } from: { schedule in
      schedule.play { $0[0].removeDuplicates { $0 / 4 }.map { $0 / 4 } }
    }
    expectAll(one) { schedule in
      schedule.play { $0[0].map { $0 / 4 }.removeAllDuplicates() }
    } from: { schedule in
      schedule.play { $0[0].removeAllDuplicates { $0 / 4 }.map { $0 / 4 } }
    }
  }

  @Test func `suffix delivers the last updates at the end`() {
    expectAll(counted) { schedule, count in
      Model.of(
        schedule, update: { _, _ in },
        end: { model, updates in for update in updates.suffix(count) { model.emit(update) } })
    } from: { schedule, count in
      schedule.play { $0[0].suffix(count) }
    }
  }

  @Test func `last equals suffix(1)`() {
    expectAll(one) { schedule in
      schedule.play { $0[0].suffix(1) }
    } from: { schedule in
      schedule.play { $0[0].last() }
    }
  }
}
