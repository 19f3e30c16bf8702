import TestSupport
import Testing
import Tidings

@Suite("The algebra of selecting")
struct SelectingAlgebraTests {
  private let one = Generator<Schedule>.schedules(of: 1)
  private let counted = Generator<Schedule>.schedules(of: 1).and(.integers(0...6))
  private let compared = Generator<Schedule>.schedules(of: 1).and(.integers(0...9))

  @Test("filter keeps what is included")
  func filter() {
    expectAll(compared) { schedule, least in
      Model.each(schedule) { $0.suffix(1).filter { $0 >= least } }
    } from: { schedule, least in
      schedule.play { $0[0].filter { $0 >= least } }
    }
  }

  @Test("filter and map are one compactMap")
  func compactMap() {
    expectAll(compared) { schedule, least in
      schedule.play { $0[0].filter { $0 >= least }.map { $0 * 10 } }
    } from: { schedule, least in
      schedule.play { $0[0].compactMap { $0 >= least ? $0 * 10 : nil } }
    }
  }

  @Test("one filter after the other is one filter")
  func filters() {
    expectAll(compared) { schedule, least in
      schedule.play { $0[0].filter { $0 >= least && $0.isMultiple(of: 2) } }
    } from: { schedule, least in
      schedule.play { $0[0].filter { $0 >= least }.filter { $0.isMultiple(of: 2) } }
    }
  }

  @Test("prefix is the first updates, and then the end")
  func prefix() {
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

  @Test("prefix and dropFirst together are everything")
  func prefixAndDropFirst() {
    expectAll(counted) { schedule, _ in
      schedule.play { $0[0] }.filter { $0 != "|" }
    } from: { schedule, count in
      let parts = schedule.play { $0[0].prefix(count) } + schedule.play { $0[0].dropFirst(count) }
      return parts.filter { $0 != "|" }
    }
  }

  @Test("prefix(while:) and drop(while:) together are everything")
  func whiles() {
    expectAll(compared) { schedule, limit in
      schedule.play { $0[0] }.filter { $0 != "|" }
    } from: { schedule, limit in
      let first = schedule.play { $0[0].prefix { $0 < limit } }
      return (first + schedule.play { $0[0].drop { $0 < limit } }).filter { $0 != "|" }
    }
  }

  @Test("drop(while:) is a list's")
  func dropWhile() {
    expectAll(compared) { schedule, limit in
      Model.each(schedule) { updates in updates.drop { $0 < limit }.isEmpty ? [] : updates.suffix(1) }
    } from: { schedule, limit in
      schedule.play { $0[0].drop { $0 < limit } }
    }
  }

  @Test("removeDuplicates drops what equals the one before")
  func removeDuplicates() {
    expectAll(one) { schedule in
      Model.each(schedule) { updates in
        let isDuplicate = updates.count > 1 && updates.suffix(2).first == updates.last
        return isDuplicate ? [] : updates.suffix(1)
      }
    } from: { schedule in
      schedule.play { $0[0].removeDuplicates() }
    }
  }

  @Test("removeAllDuplicates drops what was there before")
  func removeAllDuplicates() {
    expectAll(one) { schedule in
      Model.each(schedule) { updates in updates.suffix(1).filter { !updates.dropLast().contains($0) } }
    } from: { schedule in
      schedule.play { $0[0].removeAllDuplicates() }
    }
  }

  @Test("suffix is the last updates, at the end")
  func suffix() {
    expectAll(counted) { schedule, count in
      Model.of(
        schedule, update: { _, _ in },
        end: { model, updates in for update in updates.suffix(count) { model.emit(update) } })
    } from: { schedule, count in
      schedule.play { $0[0].suffix(count) }
    }
  }

  @Test("last is a suffix of one")
  func last() {
    expectAll(one) { schedule in
      schedule.play { $0[0].suffix(1) }
    } from: { schedule in
      schedule.play { $0[0].last() }
    }
  }
}
