import TestSupport
import Testing
import Tidings

@Suite("The algebra of combining")
struct CombiningAlgebraTests {
  private let two = Generator<Schedule>.schedules(of: 2, upTo: 20)
  private let three = Generator<Schedule>.schedules(of: 3, upTo: 20)

  /// Counts the open sources. Each source ends once in an effective schedule.
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

  @Test func `merge forwards all updates in order of arrival, and ends with the last source`() {
    expectAll(three) { schedule in
      Self.ending(3, schedule) { model, update, _ in model.emit(update) }
    } from: { schedule in
      schedule.play(on: 3) { $0[0].merge(with: $0[1], $0[2]) }
    }
  }

  @Test func `merge keeps the order of each source`() {
    expectAll(three) { schedule in
      (0..<3).map { number in schedule.play(on: 3) { $0[number].map { "\(number): \($0)" } }.filter { $0 != "|" } }
    } from: { schedule in
      let merged = schedule.play(on: 3) { sources in
        sources.indices.map { number in sources[number].map { "\(number): \($0)" } }.merged()
      }
      return (0..<3).map { number in merged.filter { $0.hasPrefix("\(number):") } }
    }
  }

  @Test func `merge of one source equals that source, and a nested merge equals one merge`() {
    expectAll(three) { schedule in
      schedule.play(on: 3) { $0.merged() }
    } from: { schedule in
      schedule.play(on: 3) { [[$0[0]].merged().merge(with: $0[1]), Broadcaster($0[2])].merged() }
    }
  }

  @Test func `race continues with the publisher that updates first`() {
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

  @Test func `sample delivers the latest new update at each trigger`() {
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

  @Test func `gate delivers all updates in order, and those that arrived while it was closed when it opens`() {
    expectAll(two) { schedule in
      var held: [Int] = []
      var isOpen = false
      var hasEnded = false
      return Model.of(schedule) { model, event in
        switch event {
        case .send(let update, from: 0): held.append(update)
        case .send(let update, _): isOpen = update >= 5
        case .end(0): hasEnded = true
        case .end: if !isOpen { model.end() }
        case .leave: break
        }
        if isOpen {
          for update in held { model.emit(update) }
          held = []
        }
        if hasEnded, held.isEmpty { model.end() }
      }
    } from: { schedule in
      schedule.play(on: 2) { $0[0].gate(by: $0[1].map { $0 >= 5 }) }
    }
  }

  @Test func `collect delivers a list of the updates between triggers, and the rest at the end`() {
    expectAll(two) { schedule in
      var group: [Int] = []
      return Model.of(schedule) { model, event in
        switch event {
        case .send(let update, from: 0): group.append(update)
        case .send, .end:
          if !group.isEmpty { model.emit(group) }
          group = []
          if case .end = event { model.end() }
        case .leave: break
        }
      }
    } from: { schedule in
      schedule.play(on: 2) { $0[0].collect(on: $0[1]) }
    }
  }

  @Test func `append and concatenated subscribe to one source after the other`() {
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
    expectAll(two) { schedule in
      schedule.play(on: 2) { [$0[1], $0[0]].concatenated() }
    } from: { schedule in
      schedule.play(on: 2) { $0[0].prepend($0[1]) }
    }
  }

  @Test func `prepend and append deliver values before and after the updates`() {
    expectAll(Generator<Schedule>.schedules(of: 1)) { schedule in
      let all = schedule.play { $0[0] }
      return ["7", "8"] + (all.last == "|" ? all.dropLast() + ["9", "|"] : all)
    } from: { schedule in
      schedule.play { $0[0].prepend(7, 8).append(9) }
    }
  }

  @Test func `zip and withLatest with a closure equal the variant without one and a map`() {
    expectAll(three) { schedule in
      schedule.play(on: 3) { $0[0].zip($0[1], $0[2]).map { "\($0) \($1) \($2)" } }
    } from: { schedule in
      schedule.play(on: 3) { $0[0].zip($0[1], $0[2]) { "\($0) \($1) \($2)" } }
    }
    expectAll(three) { schedule in
      schedule.play(on: 3) { $0[0].withLatest(from: $0[1], $0[2]).map { "\($0) \($1) \($2)" } }
    } from: { schedule in
      schedule.play(on: 3) { $0[0].withLatest(from: $0[1], $0[2]) { "\($0) \($1) \($2)" } }
    }
  }

  @Test func `zip pairs by index, and ends when no pair is possible`() {
    expectAll(two) { schedule in
      Self.rows(of: 2, schedule).map { $0.replacing("[", with: "(").replacing("]", with: ")") }
    } from: { schedule in
      schedule.play(on: 2) { $0[0].zip($0[1]) }
    }
    expectAll(three) { schedule in
      Self.rows(of: 3, schedule)
    } from: { schedule in
      schedule.play(on: 3) { $0.zipped() }
    }
  }

  private static func rows(of count: Int, _ schedule: Schedule) -> [String] {
    var waiting = Array(repeating: [Int](), count: count)
    var ended: Set<Int> = []
    return Model.of(schedule) { model, event in
      switch event {
      case .send(let update, let source): waiting[source].append(update)
      case .end(let source): ended.insert(source)
      case .leave: break
      }
      if waiting.allSatisfy({ !$0.isEmpty }) {
        model.emit(waiting.map { $0[0] })
        for source in waiting.indices { waiting[source].removeFirst() }
      }
      if ended.contains(where: { waiting[$0].isEmpty }) { model.end() }
    }
  }

  @Test func `combineLatest delivers the latest update of each source after all have sent one`() {
    expectAll(two) { schedule in
      Self.combinations(of: 2, schedule).map { $0.replacing("[", with: "(").replacing("]", with: ")") }
    } from: { schedule in
      schedule.play(on: 2) { $0[0].combineLatest($0[1]) }
    }
    expectAll(three) { schedule in
      Self.combinations(of: 3, schedule)
    } from: { schedule in
      schedule.play(on: 3) { $0.combinedLatest() }
    }
    expectAll(three) { schedule in
      Self.combinations(of: 3, schedule)
    } from: { schedule in
      schedule.play(on: 3) { $0[0].combineLatest($0[1], $0[2]) { [$0, $1, $2] } }
    }
  }

  private static func combinations(of count: Int, _ schedule: Schedule) -> [String] {
    var latest = Array(repeating: Int?.none, count: count)
    var open = count
    return Model.of(schedule) { model, event in
      switch event {
      case .send(let update, let source):
        latest[source] = update
        let known = latest.compactMap { $0 }
        if known.count == count { model.emit(known) }
      case .end(let source):
        open -= 1
        if open == 0 || latest[source] == nil { model.end() }
      case .leave: break
      }
    }
  }

  @Test func `the last combination consists of the last update of each source`() {
    expectAll(three) { schedule in
      let sends = schedule.events.compactMap { if case .send = $0 { $0 } else { nil } }
      let last = (0..<3).map { number in Schedule(sends).play(on: 3) { $0[number] }.last }
      return last.contains(nil) ? [] : last.compactMap { $0 }
    } from: { schedule in
      let sends = schedule.events.compactMap { if case .send = $0 { $0 } else { nil } }
      let combined = Schedule(sends).play(on: 3) { $0[0].combineLatest($0[1], $0[2]) { "\($0) \($1) \($2)" } }
      return combined.last.map { $0.split(separator: " ").map(String.init) } ?? []
    }
  }

  @Test func `withLatest pairs each update with the latest of the other source`() {
    expectAll(two) { schedule in
      var latest: Int?
      return Model.of(schedule) { model, event in
        switch event {
        case .send(let update, from: 0): if let latest { model.emit((update, latest)) }
        case .send(let update, _): latest = update
        case .end(let source): if source == 0 || latest == nil { model.end() }
        case .leave: break
        }
      }
    } from: { schedule in
      schedule.play(on: 2) { $0[0].withLatest(from: $0[1]) }
    }
  }

  @Test func `prefix(until:) ends with the first update of the other source`() {
    expectAll(two) { schedule in
      Model.of(schedule) { model, event in
        switch event {
        case .send(let update, from: 0): model.emit(update)
        case .send, .end(0): model.end()
        case .end, .leave: break
        }
      }
    } from: { schedule in
      schedule.play(on: 2) { $0[0].prefix(until: $0[1]) }
    }
  }
}
