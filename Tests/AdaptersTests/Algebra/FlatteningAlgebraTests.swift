import TestSupport
import Testing
import Tidings

/// The first source selects by number which of the others to subscribe to.
@Suite("The algebra of inner sources")
struct FlatteningAlgebraTests {
  private static let inner = 3
  private let four = Generator<Schedule>.schedules(of: 1 + inner, upTo: 30)

  private static func choice(_ update: Int) -> Int { 1 + update % inner }

  private static func play<Output: Sendable>(
    _ schedule: Schedule,
    _ flatten: (BroadcastSource<Int>, @escaping @Sendable (Int) -> Broadcaster<Int>) -> some Publisher<Output>
  ) -> [String] {
    schedule.play(on: 1 + inner) { sources in
      let inner = sources.map(\.broadcaster)
      return flatten(sources[0]) { inner[choice($0)] }
    }
  }

  /// Subscribes to at most this many inner sources at a time. Others wait or are dropped.
  private static func follow(_ schedule: Schedule, upTo maximum: Int, othersWait: Bool = true) -> [String] {
    var followed: [Int] = []
    var waiting: [Int] = []
    var ended: Set<Int> = []
    return Model.of(schedule) { model, event in
      switch event {
      case .send(let update, from: 0): waiting.append(choice(update))
      case .send(let update, let source): for one in followed where one == source { model.emit(update) }
      case .end(let source): ended.insert(source)
      case .leave: break
      }
      followed.removeAll { ended.contains($0) }
      while followed.count < maximum, !waiting.isEmpty {
        let next = waiting.removeFirst()
        if !ended.contains(next) { followed.append(next) }
      }
      if !othersWait { waiting = [] }
      if ended.contains(0), followed.isEmpty, waiting.isEmpty { model.end() }
    }
  }

  @Test func `flatMap subscribes to all inner publishers`() {
    expectAll(four) { schedule in
      Self.follow(schedule, upTo: .max)
    } from: { schedule in
      Self.play(schedule) { $0.flatMap($1) }
    }
  }

  @Test func `flatMap with a maximum subscribes to that many inner publishers at a time, in order`() {
    expectAll(four.and(.integers(1...3))) { schedule, maximum in
      Self.follow(schedule, upTo: maximum)
    } from: { schedule, maximum in
      Self.play(schedule) { $0.flatMap(maximumConcurrent: maximum, $1) }
    }
  }

  @Test func `flatMap with a maximum of one equals concatMap`() {
    expectAll(four) { schedule in
      Self.play(schedule) { $0.flatMap(maximumConcurrent: 1, $1) }
    } from: { schedule in
      Self.play(schedule) { $0.concatMap($1) }
    }
  }

  @Test func `flatMapFirst drops updates while an inner publisher is active`() {
    expectAll(four) { schedule in
      Self.follow(schedule, upTo: 1, othersWait: false)
    } from: { schedule in
      Self.play(schedule) { $0.flatMapFirst($1) }
    }
  }

  @Test func `flatMapLatest subscribes only to the newest inner publisher`() {
    expectAll(four) { schedule in
      var followed: Int?
      var ended: Set<Int> = []
      return Model.of(schedule) { model, event in
        switch event {
        case .send(let update, from: 0): followed = Self.choice(update)
        case .send(let update, let source): if followed == source { model.emit(update) }
        case .end(let source): ended.insert(source)
        case .leave: break
        }
        if let one = followed, ended.contains(one) { followed = nil }
        if ended.contains(0), followed == nil { model.end() }
      }
    } from: { schedule in
      Self.play(schedule) { $0.flatMapLatest($1) }
    }
  }

  @Test func `switchToLatest equals flatMapLatest of existing publishers`() {
    expectAll(four) { schedule in
      Self.play(schedule) { $0.flatMapLatest($1) }
    } from: { schedule in
      Self.play(schedule) { $0.map($1).switchToLatest() }
    }
  }

  @Test func `flatMap to one update each equals map`() {
    expectAll(Generator<Schedule>.schedules(of: 1)) { schedule in
      schedule.play { $0[0].map { $0 + 1 } }
    } from: { schedule in
      schedule.play { $0[0].flatMap { .just($0 + 1) } }
    }
  }
}
