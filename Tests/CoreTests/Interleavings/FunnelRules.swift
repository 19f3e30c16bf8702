import TidingsCore

/// The decisions of a funnel's upstreams as the model takes them: the verbs of `UpstreamsState`, and what the wiring
/// around them decides itself. The defaults are the real ones.
protocol FunnelRules: Sendable {
  func add(_ slot: SubscriptionSlot, _ state: inout UpstreamsState) -> Bool
  func keep(_ token: Subscription, for slot: SubscriptionSlot, _ state: inout UpstreamsState) -> Bool
  func remove(_ slot: SubscriptionSlot, _ state: inout UpstreamsState) -> UpstreamsState.Connection?
  func forget(_ slot: SubscriptionSlot, _ state: inout UpstreamsState) -> UpstreamsState.Ending
  func whenAllEnded(_ action: @escaping @Sendable () -> Void, _ state: inout UpstreamsState) -> Bool
  func close(_ state: inout UpstreamsState) -> UpstreamsState
  /// Puts a part into what is known of the upstreams of a value.
  func modify(_ known: inout Int, upstream: Int, to update: Int)

  /// What the funnel's hub decides.
  var hub: any HubRules { get }
  /// Whether an upstream is subscribed to only while somebody is there.
  var looksForSubscribers: Bool { get }
  /// Whether a slot that is filled late does what was asked of it before.
  var slotRemembers: Bool { get }
  /// Whether a connection is given up through its slot, and not by letting go of its token alone.
  var givesUpThroughSlot: Bool { get }
  /// Whether an ended upstream is forgotten before the rule is told.
  var forgetsFirst: Bool { get }
  /// Whether the look at what is left is a step of its own, after an ended upstream was forgotten.
  var looksForOthersLater: Bool { get }
  /// Whether the end takes its place behind the inputs.
  var finishesBehindInputs: Bool { get }
  /// Whether all upstreams that have ended end a rule that connects further ones.
  var endsLatestWithAll: Bool { get }
  /// Whether the rule asks which upstream an input has come from.
  var refusesStaleInputs: Bool { get }
  /// Whether the subscription is looked at between several updates for one input.
  var looksBetweenUpdates: Bool { get }
  /// Whether a change of what is known counts only in the run that it belongs to.
  var changesOnlyOwnRun: Bool { get }
  /// Whether a change of what is known is one step.
  var changesInOneStep: Bool { get }
}

struct RealFunnelRules: FunnelRules {}

extension FunnelRules {
  func add(_ slot: SubscriptionSlot, _ state: inout UpstreamsState) -> Bool { state.add(slot) }

  func keep(_ token: Subscription, for slot: SubscriptionSlot, _ state: inout UpstreamsState) -> Bool {
    state.keep(token, for: slot)
  }

  func remove(_ slot: SubscriptionSlot, _ state: inout UpstreamsState) -> UpstreamsState.Connection? {
    state.remove(slot)
  }

  func forget(_ slot: SubscriptionSlot, _ state: inout UpstreamsState) -> UpstreamsState.Ending { state.forget(slot) }

  func whenAllEnded(_ action: @escaping @Sendable () -> Void, _ state: inout UpstreamsState) -> Bool {
    state.whenAllEnded(action)
  }

  func close(_ state: inout UpstreamsState) -> UpstreamsState { state.close() }

  func modify(_ known: inout Int, upstream: Int, to update: Int) {
    known = upstream == 0 ? update * 10 + known % 10 : known / 10 * 10 + update
  }

  var hub: any HubRules { RealRules() }
  var looksForSubscribers: Bool { true }
  var slotRemembers: Bool { true }
  var givesUpThroughSlot: Bool { true }
  var forgetsFirst: Bool { false }
  var looksForOthersLater: Bool { false }
  var finishesBehindInputs: Bool { true }
  var endsLatestWithAll: Bool { false }
  var refusesStaleInputs: Bool { true }
  var looksBetweenUpdates: Bool { true }
  var changesOnlyOwnRun: Bool { true }
  var changesInOneStep: Bool { true }
}
