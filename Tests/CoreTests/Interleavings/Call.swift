import TidingsCore

/// What user code does in a scenario; subscribers and end handlers are known by their place in the scenario.
indirect enum Call: Hashable, Sendable {
  case publish(Int)
  case finish
  case complete(Int)
  /// Sets the value of a property, whose type is known to compare without code of a user.
  case set(Int)
  /// Sets the value of a property, whose type has a `==` of the user's.
  case replace(Int)
  /// Adds to the value of a property, as one mutation.
  case add(Int)
  /// Subscribes, if that subscriber has not done so before.
  case subscribe(Int)
  /// Subscribes unless the run is just being started or stopped.
  case subscribeIfUp(Int)
  case invalidate(Int)
  /// Ends the subscription from inside, as an operator does that has seen enough.
  case end(Int)
  case removeAllSubscribers
  /// Adds an end handler to the token of a subscriber.
  case whenEnded(handler: Int, of: Int)
  /// Does what concerns upstreams, where the hub is that of a funnel.
  case upstream(UpstreamCall)
  /// Lets another thread make these calls.
  case spawn([Call])
}

/// Code of a user: the calls it makes, one after the other.
struct Script: Hashable, Sendable {
  let calls: [Call]
  var next = 0
  /// The run that the code publishes for: the closure that starts a run is given its number.
  var run = RunID.standing
}
