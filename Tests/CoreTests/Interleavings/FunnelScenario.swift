import Testing
import TidingsCore

/// What user code, the rule and the run of a funnel do with upstreams; they are known by their place in the scenario.
enum UpstreamCall: Hashable, Sendable {
  /// The source of an upstream sends, or ends.
  case send(Int, from: Int)
  case finish(Int)

  /// `Inlets.connect` and `Inlets.disconnect`.
  case connect(Int)
  case disconnect(Int)
  /// `Inlets.endWithAll`, and the same for a value.
  case endWithAll
  /// The run is stopped: what its token does.
  case close

  /// The rule passes on something, as the only update for its input or as one of several.
  case emit(Int, isOneOfSeveral: Bool)
  /// The subscriber leaves, if it is there.
  case leave
  /// `subscribe` has returned.
  case subscribed
}

/// A funnel, or the hub of a combined value, with its upstreams, and what a few threads do with them.
struct FunnelScenario: Sendable {
  struct Upstream: Sendable {
    /// What it delivers first.
    var initial: Int?
    /// Not Tidings' own: its token is known only after its initial delivery.
    var isForeign = false
    var hasFinished = false
  }

  enum Rule: Hashable, Sendable {
    /// Passes everything on, and ends when all have ended.
    case merge
    /// Passes everything on twice.
    case twice
    /// The first upstream tells by number which of the others to follow; ends when it and that one have ended.
    case latest
    /// No funnel: what is known of two values, which is the value of the hub.
    case combinedValue
  }

  let name: String
  var rule = Rule.merge
  var upstreams: [Upstream]
  /// Whether the rule is given an input when an upstream has ended.
  var tellsEnds = false
  /// Those that are connected when the funnel starts; all unless said.
  var connected: [Int]?
  /// What the rule does besides, when it is given an input.
  var ruleCalls: [Int: [Call]] = [:]
  /// What the subscriber does when it is given an update.
  var reactions: [Int: [Call]] = [:]
  var helpLimit = 16
  /// Done by one thread before the others begin.
  var setup: [Call] = []
  var threads: [[Call]]
}

extension FunnelScenario: CustomTestStringConvertible {
  var testDescription: String { name }
}

extension FunnelScenario {
  /// The hub behind it.
  var hub: Scenario {
    let connects = (connected ?? Array(upstreams.indices)).map { Call.upstream(.connect($0)) }
    return Scenario(
      name: name, source: rule == .combinedValue ? .coldValue(0) : .coldEvents, helpLimit: helpLimit,
      threads: [],
      start: connects + [.upstream(.endWithAll)], stop: [.upstream(.close)])
  }

  /// What goes in when an upstream has ended, where the rule wants to know.
  func endInput(of upstream: Int) -> Int? {
    tellsEnds || rule == .latest ? 90 + upstream : nil
  }

  /// The upstream that an input has come from: updates have it as their tens.
  func upstream(of input: Int) -> Int {
    input >= 90 ? input - 90 : input / 10
  }
}
