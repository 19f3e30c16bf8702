import TestSupport
import Testing
import Tidings

@Suite("The algebra of shaping")
struct ShapingAlgebraTests {
  private let one = Generator<Schedule>.schedules(of: 1)
  private let counted = Generator<Schedule>.schedules(of: 1).and(.integers(1...5))

  @Test
  func `one map after the other is one map`() {
    expectAll(one) { schedule in
      schedule.play { $0[0].map { "\($0 + 1)!" } }
    } from: { schedule in
      schedule.play { $0[0].map { $0 + 1 }.map { "\($0)!" } }
    }
  }

  @Test
  func `map is a list's`() {
    expectAll(one) { schedule in
      Model.each(schedule) { $0.suffix(1).map { $0 * 2 } }
    } from: { schedule in
      schedule.play { $0[0].map { $0 * 2 } }
    }
  }

  @Test
  func `scan is what a list reduces to, so far`() {
    expectAll(one) { schedule in
      Model.each(schedule) { [$0.reduce(1) { $0 &* 3 &+ $1 }] }
    } from: { schedule in
      schedule.play { $0[0].scan(1) { $0 &* 3 &+ $1 } }
    }
  }

  @Test
  func `reduce is the last of scan, or the initial result`() {
    expectAll(one) { schedule in
      let scanned = schedule.play { $0[0].scan(1) { $0 &* 3 &+ $1 } }
      guard scanned.last == "|" else { return [] }
      return [scanned.dropLast().last ?? "1", "|"]
    } from: { schedule in
      schedule.play {
        $0[0].reduce(1) { $0 &* 3 &+ $1 }.map { (update: TaskUpdate<Never, Int, Never>) -> Int in
          switch update {
          case .completed(.success(let result)): result
          }
        }
      }
    }
  }

  @Test
  func `withPrevious pairs each update with the one before`() {
    expectAll(one) { schedule in
      Model.each(schedule) { updates in
        [(previous: updates.dropLast().last, current: updates[updates.count - 1])]
      }
    } from: { schedule in
      schedule.play { $0[0].withPrevious() }
    }
  }

  @Test
  func `collect makes lists of so many, and of what is left`() {
    expectAll(counted) { schedule, count in
      Model.of(
        schedule,
        update: { model, updates in
          if updates.count.isMultiple(of: count) { model.emit(Array(updates.suffix(count))) }
        },
        end: { model, updates in
          let rest = updates.count % count
          if rest > 0 { model.emit(Array(updates.suffix(rest))) }
        })
    } from: { schedule, count in
      schedule.play { $0[0].collect(count) }
    }
  }

  @Test
  func `what was collected is, one list after the other, everything`() {
    expectAll(counted) { schedule, count in
      // What has not ended keeps the last, unfinished list to itself.
      let all = schedule.play { $0[0] }
      return all.last == "|" ? all : Array(all.prefix(all.count / count * count))
    } from: { schedule, count in
      schedule.play { $0[0].collect(count).concatMap { list in list.map { Broadcaster.just($0) }.concatenated() } }
    }
  }

  @Test
  func `materialize makes an update of the end`() {
    expectAll(one) { schedule in
      Model.of(
        schedule, update: { model, updates in model.emit(PublisherEvent.update(updates[updates.count - 1])) },
        end: { model, _ in model.emit(PublisherEvent<Int>.ended) })
    } from: { schedule in
      schedule.play { $0[0].materialize() }
    }
  }
}
