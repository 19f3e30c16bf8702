import TestSupport
import Testing
import Tidings

@Suite("The algebra of combining")
struct CombiningAlgebraTests {
  private let two = Generator<Schedule>.schedules(of: 2, upTo: 20)
  private let three = Generator<Schedule>.schedules(of: 3, upTo: 20)

  /// Counts the sources that are open; each ends once in an effective schedule.
  private static func ending(
    _ sources: Int, _ schedule: Schedule, _ rule: (_ model: inout Model, _ update: Int, _ source: Int) -> Void
  ) -> [String] {
    var open = sources
    return Model.of(schedule) { model, event in
      switch event {
      case .send(let update, let source): rule(&model, update, source)
      case .end:
        open -= 1
        if open == 0 { model.end() }
      case .leave: break
      }
    }
  }

  @Test("merge passes everything on as it comes, and ends with the last")
  func merge() {
    expectAll(three) { schedule in
      Self.ending(3, schedule) { model, update, _ in model.emit(update) }
    } from: { schedule in
      schedule.play(on: 3) { $0[0].merge(with: $0[1], $0[2]) }
    }
  }

  @Test("merge keeps the order of each source")
  func mergeKeepsOrder() {
    expectAll(three) { schedule in
      (0..<3).map { number in schedule.play(on: 3) { $0[number].map { "\(number): \($0)" } }.filter { $0 != "|" } }
    } from: { schedule in
      let merged = schedule.play(on: 3) { sources in
        sources.indices.map { number in sources[number].map { "\(number): \($0)" } }.merged()
      }
      return (0..<3).map { number in merged.filter { $0.hasPrefix("\(number):") } }
    }
  }

  @Test("merge of one is that one, and of a merge is one merge")
  func mergeAssociates() {
    expectAll(three) { schedule in
      schedule.play(on: 3) { $0.merged() }
    } from: { schedule in
      schedule.play(on: 3) { [[$0[0]].merged().merge(with: $0[1]), Broadcaster($0[2])].merged() }
    }
  }

  @Test("race goes on with whoever updates first")
  func race() {
    expectAll(three) { schedule in
      var open = Set(0..<3)
      var winner: Int?
      return Model.of(schedule) { model, event in
        switch event {
        case .send(let update, let source):
          if winner == nil { winner = source }
          if winner == source { model.emit(update) }
        case .end(let source):
          open.remove(source)
          if winner == source || open.isEmpty { model.end() }
        case .leave: break
        }
      }
    } from: { schedule in
      schedule.play(on: 3) { $0[0].race(with: $0[1], $0[2]) }
    }
  }

  @Test("sample passes on the latest new update at each trigger")
  func sample() {
    expectAll(two) { schedule in
      var latest: Int?
      return Model.of(schedule) { model, event in
        switch event {
        case .send(let update, from: 0): latest = update
        case .send:
          if let update = latest { model.emit(update) }
          latest = nil
        case .end: model.end()
        case .leave: break
        }
      }
    } from: { schedule in
      schedule.play(on: 2) { $0[0].sample(on: $0[1]) }
    }
  }

  @Test("append and concatenated follow one after the other")
  func concatenated() {
    expectAll(three) { schedule in
      var ended: Set<Int> = []
      var current = 0
      return Model.of(schedule) { model, event in
        switch event {
        case .send(let update, let source): if source == current { model.emit(update) }
        case .end(let source):
          ended.insert(source)
          while ended.contains(current) { current += 1 }
          if current == 3 { model.end() }
        case .leave: break
        }
      }
    } from: { schedule in
      schedule.play(on: 3) { $0.concatenated() }
    }
    expectAll(two) { schedule in
      schedule.play(on: 2) { $0.concatenated() }
    } from: { schedule in
      schedule.play(on: 2) { $0[0].append($0[1]) }
    }
  }

  @Test("prepend and append of values come before and after")
  func values() {
    expectAll(Generator<Schedule>.schedules(of: 1)) { schedule in
      let all = schedule.play { $0[0] }
      return ["7", "8"] + (all.last == "|" ? all.dropLast() + ["9", "|"] : all)
    } from: { schedule in
      schedule.play { $0[0].prepend(7, 8).append(9) }
    }
  }
}
