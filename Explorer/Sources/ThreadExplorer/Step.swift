/// A point that a thread has passed: what it was about to do when it was its turn, and what it has told of since.
struct Step: Equatable, Sendable {
  let thread: Int
  var action: Action
  var events: [Event] = []

  /// Whether the order of the two matters to anything that follows.
  func depends(on other: Step) -> Bool {
    action.depends(on: other.action) || dependsByEvents(on: other)
  }

  func dependsByEvents(on other: Step) -> Bool {
    events.contains { event in other.events.contains { event.order.depends(on: $0.order) } }
  }
}

/// Something that expectations look at.
struct Event: Equatable, Sendable {
  let order: EventOrder.Mask
  /// Put into words only for a schedule that fails; nil when the step says it.
  let what: (@Sendable () -> String)?

  static func == (left: Event, right: Event) -> Bool { left.order == right.order }
}

/// The part of a thread's work between one point and its next.
enum Action: Hashable, Sendable {
  /// The code before the first point: nothing there is shared.
  case start
  /// A body that is run again and again begins once more.
  case `repeat`
  /// User code that may have to do with all other user code.
  case reach(String)
  /// User code that has to do only with what its events say.
  case event(String)
  /// Objects are numbered in the order in which a schedule meets them.
  case access(Access.Kind, Access.Ordering, object: Int, SourcePlace)
  /// As an update, when the object lets the thread go on.
  case wait(object: Int, SourcePlace)
  /// Locks are numbered in the order in which a schedule meets them.
  case lock(Int, SourcePlace?)

  func depends(on other: Action) -> Bool {
    switch (self, other) {
    case (.access(let kind, _, let object, _), .access(let otherKind, _, let otherObject, _)):
      object == otherObject && (kind != .load || otherKind != .load)
    case (.access(_, _, let object, _), .wait(let otherObject, _)),
      (.wait(let object, _), .access(_, _, let otherObject, _)), (.wait(let object, _), .wait(let otherObject, _)):
      object == otherObject
    case (.lock(let lock, _), .lock(let otherLock, _)): lock == otherLock
    case (.reach, .reach): true
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

extension Step: CustomStringConvertible {
  var description: String {
    let place = action.place.map { " at \($0)" } ?? ""
    let events = events.compactMap { $0.what?() }.map { ", \($0)" }.joined()
    return "\(Schedule.name(ofThread: thread)) \(action)\(place)\(events)"
  }
}

extension Action: CustomStringConvertible {
  var description: String {
    switch self {
    case .start: "starts"
    case .repeat: "starts again"
    case .reach(let what), .event(let what): what
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
