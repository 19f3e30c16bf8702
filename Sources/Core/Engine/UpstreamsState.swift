/// What a run holds upstream, as a value: each method is one critical section.
///
/// Nothing is called and nothing is let go here: what leaves is handed back.
package struct UpstreamsState: Sendable {
  package struct Connection: Sendable {
    package let slot: SubscriptionSlot
    /// Known when the upstream's initial delivery has returned.
    package var token: Subscription?

    package init(slot: SubscriptionSlot, token: Subscription? = nil) {
      self.slot = slot
      self.token = token
    }
  }

  private var held = Connections()
  package var isClosed = false
  /// What is left to do when the last connection has ended.
  package var allEnded: (@Sendable () -> Void)?

  package init() {}

  /// Those that have neither ended nor been given up, in the order in which they were made.
  package var connections: [Connection] {
    get { held.all }
    set { held = Connections(newValue) }
  }

  /// Returns false when the run has stopped, and nothing may be subscribed any more.
  package mutating func add(_ slot: SubscriptionSlot) -> Bool {
    if !isClosed { held.append(Connection(slot: slot)) }
    return !isClosed
  }

  /// Returns false when the connection has been given up meanwhile: the token is then the caller's to let go.
  package mutating func keep(_ token: Subscription, for slot: SubscriptionSlot) -> Bool {
    held.keep(token, for: slot)
  }

  package func holds(_ slot: SubscriptionSlot) -> Bool {
    held.contains(slot)
  }

  package mutating func remove(_ slot: SubscriptionSlot) -> Connection? {
    held.remove(slot)
  }

  package struct Ending: Sendable {
    package var connection: Connection?
    /// To be called, as this was the last.
    package var allEnded: (@Sendable () -> Void)?

    package init(connection: Connection?) {
      self.connection = connection
    }
  }

  /// Forgets a connection that has ended.
  package mutating func forget(_ slot: SubscriptionSlot) -> Ending {
    var ending = Ending(connection: remove(slot))
    guard ending.connection != nil, held.isEmpty else { return ending }
    ending.allEnded = allEnded
    allEnded = nil
    return ending
  }

  /// Returns true when all have ended already: the action is not kept, and the caller's to call.
  package mutating func whenAllEnded(_ action: @escaping @Sendable () -> Void) -> Bool {
    guard !isClosed, !held.isEmpty else { return !isClosed }
    allEnded = action
    return false
  }

  /// Takes nothing any more, and returns what was held.
  package mutating func close() -> UpstreamsState {
    let held = self
    self = UpstreamsState()
    isClosed = true
    return held
  }
}
