import Testing
import TidingsCore

/// A hub, its subscribers, and what a few threads do with them.
struct Scenario: Sendable {
  enum Source: Hashable, Sendable {
    case events(replaying: Int = 0)
    case value(Int)
    /// A source that starts with its first subscriber and stops with its last.
    case coldEvents
    case coldValue(Int)
    case task
  }

  struct Subscriber: Sendable {
    /// What the closure does when it is given an update.
    var reactions: [Int: [Call]] = [:]
  }

  let name: String
  var source = Source.events()
  /// The bound on help; small, as every update more multiplies the states.
  var helpLimit = 16
  var subscribers: [Subscriber] = [Subscriber()]
  /// How many end handlers the calls refer to.
  var handlers = 0
  /// Done by one thread before the others begin.
  var setup: [Call] = []
  var threads: [[Call]]
  /// What the closure does that starts a run.
  var start: [Call] = []
  /// What the closure does that stops a run.
  var stop: [Call] = []
}

extension Scenario.Source {
  var memoryLimit: Int {
    switch self {
    case .events(let count): count
    case .coldEvents: 0
    case .value, .coldValue, .task: 1
    }
  }

  var initial: Int? {
    switch self {
    case .value(let value), .coldValue(let value): value
    case .events, .coldEvents, .task: nil
    }
  }

  var isCold: Bool {
    switch self {
    case .coldEvents, .coldValue, .task: true
    case .events, .value: false
    }
  }

  var isValue: Bool { initial != nil }
  var joinsAfterStart: Bool { isCold && isValue }
}

extension Scenario: CustomTestStringConvertible {
  var testDescription: String { name }
}
