/// A point that a thread has passed: what it was about to do when it was its turn.
struct Step: Hashable, Sendable {
  let thread: Int
  var action: Action
  /// The events that were noted before the thread's next point.
  var events: [NotedEvent] = []

  struct NotedEvent: Hashable, Sendable {
    let what: String
    let order: EventOrder
  }

  /// Whether the order of the two matters to anything that follows.
  func depends(on other: Step) -> Bool {
    if action.depends(on: other.action) { return true }
    // Most steps have no events.
    guard hasOrders, other.hasOrders else { return false }
    return orders.contains { order in other.orders.contains { order.depends(on: $0) } }
  }

  private var hasOrders: Bool {
    if case .event = action { return true }
    return !events.isEmpty
  }

  private var orders: [EventOrder] {
    let noted = events.map(\.order)
    if case .event(_, let order) = action { return noted + [order] }
    return noted
  }
}

/// What a thread does between one point and its next.
enum Action: Hashable, Sendable {
  /// The code before the first point: nothing there is shared.
  case start
  /// A body that is run again and again begins once more.
  case `repeat`
  /// User code that may have to do with all other user code.
  case reach(String)
  case event(String, EventOrder)
  /// Objects are numbered in the order in which a schedule meets them.
  case access(Access.Kind, Access.Ordering, object: Int, SourcePlace)
  /// As an update, when the object lets the thread go on.
  case wait(object: Int, SourcePlace)
  /// Locks are numbered in the order in which a schedule meets them.
  case lock(Int, SourcePlace?)

  /// Whether the order of the two matters to anything that follows.
  func depends(on other: Action) -> Bool {
    switch (self, other) {
    case (.access(let kind, _, let object, _), .access(let otherKind, _, let otherObject, _)):
      object == otherObject && (kind != .load || otherKind != .load)
    case (.access(_, _, let object, _), .wait(let otherObject, _)),
      (.wait(let object, _), .access(_, _, let otherObject, _)), (.wait(let object, _), .wait(let otherObject, _)):
      object == otherObject
    case (.lock(let lock, _), .lock(let otherLock, _)): lock == otherLock
    case (.reach, .reach): true
    case (.event(_, let order), .event(_, let otherOrder)): order.depends(on: otherOrder)
    default: false
    }
  }

  /// Whether a thread may have to wait before it does this, so that another step may be what lets it.
  var mayBlock: Bool {
    switch self {
    case .wait, .lock: true
    default: false
    }
  }

  var place: SourcePlace? {
    switch self {
    case .access(_, _, _, let place), .wait(_, let place): place
    case .lock(_, let place): place
    case .start, .repeat, .reach, .event: nil
    }
  }
}

extension Action: CustomStringConvertible {
  var description: String {
    switch self {
    case .start: "starts"
    case .repeat: "starts again"
    case .reach(let what): what
    case .event(let what, _): what
    case .access(let kind, let ordering, let object, _): "\(kind.verb) object \(object), \(ordering.phrase)"
    case .wait(let object, _): "goes on, let by object \(object)"
    case .lock(let number, _): "locks \(number)"
    }
  }
}

extension Access.Kind {
  var verb: String {
    switch self {
    case .load: "loads"
    case .store: "stores"
    case .update: "updates"
    }
  }
}

extension Access.Ordering {
  var phrase: String {
    switch self {
    case .plain: "not atomically"
    case .relaxed: "relaxed"
    case .acquiring: "acquiring"
    case .releasing: "releasing"
    case .acquiringAndReleasing: "acquiring and releasing"
    case .sequentiallyConsistent: "sequentially consistent"
    }
  }
}
