import TestSupport
import Testing
import Tidings

@Suite("The algebra of values")
struct ValueAlgebraTests {
  private let one = Generator<Schedule>.schedules(of: 1)
  private let two = Generator<Schedule>.schedules(of: 2, upTo: 20)
  private let three = Generator<Schedule>.schedules(of: 3, upTo: 20)

  /// Calls the rule with the values after each change. They are zero at first, and end when all sources have ended.
  private static func follow(
    _ schedule: Schedule, of count: Int, _ rule: (_ model: inout Model, _ values: [Int], _ changed: Int?) -> Void
  ) -> [String] {
    var values = Array(repeating: 0, count: count)
    var model = Model()
    var open = count
    rule(&model, values, nil)
    for event in schedule.effective {
      switch event {
      case .send(let value, let source) where values[source] != value:
        values[source] = value
        rule(&model, values, source)
      case .end:
        open -= 1
        if open == 0 { model.end() }
      case .send, .leave: break
      }
    }
    return model.result
  }

  @Test func `a property delivers the current value and every change`() {
    expectAll(one) { schedule in
      Self.follow(schedule, of: 1) { model, values, _ in model.emit(values[0]) }
    } from: { schedule in
      schedule.play(onValues: 1) { $0[0] }
    }
  }

  @Test func `map of a value delivers an update if its result has changed`() {
    expectAll(one) { schedule in
      schedule.play(onValues: 1) { $0[0].map { $0 / 3 }.removeDuplicates() }
    } from: { schedule in
      schedule.play(onValues: 1) { $0[0].map { $0 / 3 } }
    }
  }

  @Test func `two consecutive maps equal one map`() {
    expectAll(one) { schedule in
      schedule.play(onValues: 1) { $0[0].map { $0 / 2 % 2 } }
    } from: { schedule in
      schedule.play(onValues: 1) { $0[0].map { $0 / 2 }.map { $0 % 2 } }
    }
  }

  @Test func `share of a value delivers the same`() {
    expectAll(one) { schedule in
      schedule.play(onValues: 1) { $0[0].map { $0 / 2 } }
    } from: { schedule in
      schedule.play(onValues: 1) { $0[0].map { $0 / 2 }.share() }
    }
  }

  @Test func `combineLatest has a value immediately, and changes with each of its sources`() {
    expectAll(two) { schedule in
      Self.follow(schedule, of: 2) { model, values, _ in model.emit((values[0], values[1])) }
    } from: { schedule in
      schedule.play(onValues: 2) { $0[0].combineLatest($0[1]) }
    }
  }

  @Test func `combineLatest with a transform delivers an update if its result has changed`() {
    expectAll(three) { schedule in
      schedule.play(onValues: 3) { values in
        values.combinedLatest().map { ($0[0] + $0[1] + $0[2]) / 4 }.removeDuplicates()
      }
    } from: { schedule in
      schedule.play(onValues: 3) { $0[0].combineLatest($0[1], $0[2]) { ($0 + $1 + $2) / 4 } }
    }
  }

  @Test func `flatMapLatest has the current value of the latest inner value`() {
    expectAll(three) { schedule in
      var last: Int?
      var ended: Set<Int> = []
      var values = [0, 0, 0]
      var model = Model()
      func look() {
        let value = values[1 + values[0] % 2]
        if value != last { model.emit(value) }
        last = value
      }
      look()
      for event in schedule.effective {
        switch event {
        case .send(let value, let source): values[source] = value
        case .end(let source): ended.insert(source)
        case .leave: break
        }
        look()
        if ended.contains(0), ended.contains(1 + values[0] % 2) { model.end() }
      }
      return model.result
    } from: { schedule in
      schedule.play(onValues: 3) { values in
        let inner = Array(values.dropFirst())
        return values[0].flatMapLatest { inner[$0 % 2] }
      }
    }
  }

  @Test func `operators on values infer a PublishedValue without a type annotation`() {
    let value = PublishedProperty(0).publishedValue
    let results: [any Sendable] = [
      value.map { $0 }, value.map(\.description), value.map { Int?.some($0) }.replaceNil(with: 0), value.share(),
      value.combineLatest(value), value.combineLatest(value) { $0 + $1 }, value.combineLatest(value, value),
      value.combineLatest(value, value, value), [value].combinedLatest(),
      value.flatMapLatest { _ in value },
      value.map { _ in value }.flatMapLatest { $0 },
    ]
    for result in results { #expect("\(type(of: result))".hasPrefix("PublishedValue<"), "\(type(of: result))") }
  }
}
