import TestSupport
import Testing
import Tidings

@Suite("The algebra of mapping")
struct MappingAlgebraTests {
  private let one = Generator<Schedule>.schedules(of: 1)
  private let counted = Generator<Schedule>.schedules(of: 1).and(.integers(1...5))

  @Test func `two consecutive maps equal one map`() {
    expectAll(one) { schedule in
      schedule.play { $0[0].map { "\($0 + 1)!" } }
    } from: { schedule in
      schedule.play { $0[0].map { $0 + 1 }.map { "\($0)!" } }
    }
  }

  @Test func `map equals that of an array`() {
    expectAll(one) { schedule in
      Model.each(schedule) { $0.suffix(1).map { $0 * 2 } }
    } from: { schedule in
      schedule.play { $0[0].map { $0 * 2 } }
    }
  }

  @Test func `scan delivers the reduction of the updates so far`() {
    expectAll(one) { schedule in
      Model.each(schedule) { [$0.reduce(1) { $0 &* 3 &+ $1 }] }
    } from: { schedule in
      schedule.play { $0[0].scan(1) { $0 &* 3 &+ $1 } }
    }
  }

  @Test func `scan(into:), scanMap(into:) and reduce(into:) equal scan and reduce`() {
    expectAll(one) { schedule in
      schedule.play { $0[0].scan([1]) { $0 + [$1] } }
    } from: { schedule in
      schedule.play { $0[0].scan(into: [1]) { $0.append($1) } }
    }
    expectAll(one) { schedule in
      schedule.play { $0[0].scan([1]) { $0 + [$1] } }
    } from: { schedule in
      schedule.play {
        $0[0].scanMap(into: [1]) {
          $0.append($1)
          return $0
        }
      }
    }
    expectAll(one) { schedule in
      schedule.play { $0[0].reduce([1]) { $0 + [$1] } }
    } from: { schedule in
      schedule.play { $0[0].reduce(into: [1]) { $0.append($1) } }
    }
  }

  @Test func `collect without a count equals a reduction to a list`() {
    expectAll(one) { schedule in
      schedule.play { $0[0].reduce([]) { $0 + [$1] } }
    } from: { schedule in
      schedule.play { $0[0].collect() }
    }
  }

  @Test func `count, min and max equal those of the list of all updates`() {
    expectAll(one) { schedule in
      Model.of(
        schedule, update: { _, _ in },
        end: { model, updates in
          model.emit("success(\([updates.count, updates.min() ?? -1, updates.max() ?? -1]))")
        })
    } from: { schedule in
      schedule.play { $0[0].count().zip($0[0].min(), $0[0].max()) { [$0, $1 ?? -1, $2 ?? -1] }.results() }
    }
  }

  @Test func `reduce equals the last result of scan, or the initial result`() {
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

  @Test func `contains and allSatisfy complete with the first decisive update, or at the end`() {
    expectAll(counted) { schedule, limit in
      Model.of(
        schedule,
        update: { model, updates in
          guard updates[updates.count - 1] > limit else { return }
          model.emit("success(true)")
          model.end()
        }, end: { model, _ in model.emit("success(false)") })
    } from: { schedule, limit in
      schedule.play { $0[0].contains { $0 > limit }.results() }
    }
    expectAll(counted) { schedule, limit in
      schedule.play { $0[0].contains { $0 > limit }.map { !$0 }.results() }
    } from: { schedule, limit in
      schedule.play { $0[0].allSatisfy { $0 <= limit }.results() }
    }
  }

  @Test func `withPrevious pairs each update with the previous one`() {
    expectAll(one) { schedule in
      Model.each(schedule) { updates in
        [(previous: updates.dropLast().last, current: updates[updates.count - 1])]
      }
    } from: { schedule in
      schedule.play { $0[0].withPrevious() }
    }
  }

  @Test func `collect delivers lists of a fixed size, and the rest at the end`() {
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

  @Test func `the collected lists together contain all updates`() {
    expectAll(counted) { schedule, count in
      // Without an end, the last, unfinished list is not delivered.
      let all = schedule.play { $0[0] }
      return all.last == "|" ? all : Array(all.prefix(all.count / count * count))
    } from: { schedule, count in
      schedule.play { $0[0].collect(count).concatMap { list in list.map { Broadcaster.just($0) }.concatenated() } }
    }
  }

  @Test func `replaceEmpty delivers its value only if there was no update before the end`() {
    expectAll(one) { schedule in
      let all = schedule.play { $0[0] }
      return all == ["|"] ? ["7", "|"] : all
    } from: { schedule in
      schedule.play { $0[0].replaceEmpty(with: 7) }
    }
  }

  @Test func `dematerialize reverses materialize`() {
    expectAll(one) { schedule in
      schedule.play { $0[0] }
    } from: { schedule in
      schedule.play { $0[0].materialize().dematerialize() }
    }
  }

  @Test func `materialize delivers the end as an update`() {
    expectAll(one) { schedule in
      Model.of(
        schedule, update: { model, updates in model.emit(PublisherEvent.update(updates[updates.count - 1])) },
        end: { model, _ in model.emit(PublisherEvent<Int>.ended) })
    } from: { schedule in
      schedule.play { $0[0].materialize() }
    }
  }
}
