import TestSupport

/// What a few threads do with one hub at the same time, each with subscribers of its own.
struct ThreadScript: Sendable {
  enum Step: Sendable {
    case publish(Int)
    case subscribe(Int)
    case invalidate(Int)
    case endFromInside(Int)
  }

  enum Fate: Sendable, Equatable { case stays, invalidated, ended }

  let kind: ReferenceSchedule.Kind
  let threads: [[Step]]
  let fates: [Fate]

  /// Published by nobody else: what is waited for before the end.
  static let sentinel = 1_000_000
  static let result = 1_000_001
  /// Told in the history of a subscriber.
  static let end = -1

  /// What the witness publishes when it gets the update, if anything.
  static func echo(of update: Int) -> Int? {
    update > 0 && update < 100_000 && update.isMultiple(of: 5) ? update + 100_000 : nil
  }

  /// Who published the update: a thread, or the witness.
  static func publisher(of update: Int) -> Int { update / 10_000 }

  static func random(seed: UInt64, steps: Int) -> ThreadScript {
    var random = SplitMix64(seed: seed)
    var fates: [Fate] = []
    let threads = (0..<Int.random(in: 2...4, using: &random)).map { thread in
      var own: [Int] = []
      return (1...steps).map { number -> Step in
        switch Int.random(in: 0..<12, using: &random) {
        case 0...1:
          own.append(fates.count)
          fates.append(.stays)
          return .subscribe(fates.count - 1)
        case 2...3 where !own.isEmpty:
          let leaver = own.remove(at: Int.random(in: own.indices, using: &random))
          fates[leaver] = Bool.random(using: &random) ? .invalidated : .ended
          return fates[leaver] == .ended ? .endFromInside(leaver) : .invalidate(leaver)
        default:
          return .publish(thread * 10_000 + number)
        }
      }
    }
    let kind = ReferenceSchedule.Kind.allCases.randomElement(using: &random)!
    return ThreadScript(kind: kind, threads: threads, fates: fates)
  }
}
