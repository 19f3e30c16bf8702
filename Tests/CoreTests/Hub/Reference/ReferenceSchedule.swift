/// What is done with a hub, and what its user's closures do: a tree, as a list of operations for each place.
///
/// Each list is played once, so a schedule ends although closures do what they like.
struct ReferenceSchedule: Sendable, Equatable {
  enum Kind: Sendable, CaseIterable {
    case events, replayingOne, replayingThree, value, coldEvents, coldKeeping, coldValue, task

    var rules: ReferenceRules<Int> {
      switch self {
      case .events: ReferenceRules()
      case .replayingOne: ReferenceRules(limit: 1)
      case .replayingThree: ReferenceRules(limit: 3)
      case .value: ReferenceRules(limit: 1, initial: 0)
      case .coldEvents: ReferenceRules(isCold: true)
      case .coldKeeping: ReferenceRules(limit: 2, isCold: true, keepsMemory: true)
      case .coldValue: ReferenceRules(limit: 1, initial: 0, isCold: true)
      case .task: ReferenceRules(limit: 1, isCold: true)
      }
    }

    var isValue: Bool { rules.initial != nil }
  }

  enum Operation: Sendable, Equatable {
    case publish(Int)
    case set(Int)
    case mutate(Int, number: Int)
    /// A change whose closure runs no user code.
    case add(Int)
    case finish
    case complete(Int)
    case subscribe(Int)
    case subscribeIfUp(Int)
    case invalidate(Int)
    case endFromInside(Int)
    case removeAll
    case whenEnded(Int, handler: Int)
    case letGo(Int)
  }

  enum Place: Hashable, Sendable {
    case main
    /// In the closure of a subscriber, at its update of that number.
    case reaction(Int, update: Int)
    case handler(Int)
    case start(Int)
    case stop(Int)
    case mutation(Int)
  }

  static let mostSubscribers = 6

  var kind: Kind
  var lists: [Place: [Operation]]

  var operationCount: Int { lists.values.reduce(0) { $0 + $1.count } }
}

extension ReferenceSchedule: CustomStringConvertible {
  var description: String {
    let lines = lists.filter { !$0.value.isEmpty }.map { place, operations in
      "  \(place): \(operations.map { "\($0)" }.joined(separator: ", "))"
    }
    return (["\(kind)"] + lines.sorted()).joined(separator: "\n")
  }
}

extension ReferenceSchedule {
  /// The schedule without as many operations as can go while it still fails.
  func simplest(while fails: (ReferenceSchedule) -> Bool) -> ReferenceSchedule {
    var current = self
    while let simpler = current.withoutOne.first(where: fails) { current = simpler }
    return current
  }

  private var withoutOne: [ReferenceSchedule] {
    lists.flatMap { place, operations in
      operations.indices.map { index in
        var simpler = self
        simpler.lists[place]?.remove(at: index)
        return simpler
      }
    }
  }
}
