package import Dispatch

/// Where a closure is called: on an actor, or on a scheduler.
@usableFromInline
package enum DeliveryContext: Sendable {
  case main
  case actor(any Actor)
  /// The actor that a subscription was made on, when the closure itself does not hold it: an actor that keeps its own
  /// token must be able to die.
  case caller(WeakActor)
  /// No actor, but what users schedule on.
  case scheduler(any UpdateScheduler)

  /// The place of a closure: its own isolation, or else that of the code that hands it over.
  ///
  /// The caller's counts because a method reference of an actor loses its isolation on the way, without a diagnostic.
  @usableFromInline
  package init?(of closure: (any Actor)?, calledFrom caller: (any Actor)? = nil) {
    if let closure {
      self = closure === MainActor.shared ? .main : .actor(closure)
    } else if let caller {
      self = caller === MainActor.shared ? .main : .caller(WeakActor(caller))
    } else {
      return nil
    }
  }

  /// The actor that the closures of one subscription share: they are called in one place, from one mailbox.
  package static func sharedIsolation(_ isolations: (any Actor)?...) -> (any Actor)? {
    let actors = isolations.compactMap { $0 }
    guard actors.allSatisfy({ $0 === actors[0] }) else {
      fatalError("The closures of one subscription must not be isolated to different actors.")
    }
    return actors.first
  }

  @usableFromInline
  package var actor: (any Actor)? {
    switch self {
    case .main: MainActor.shared
    case .actor(let actor): actor
    case .caller(let reference): reference.actor
    case .scheduler: nil
    }
  }

  /// Whether this is the main actor, or the main queue, which serves it.
  var isMain: Bool {
    switch self {
    case .main: true
    case .scheduler(let scheduler): scheduler.isMainQueue
    case .actor, .caller: false
    }
  }

  /// Whether the calling code already runs here. Of actors it can be known of the main one only.
  @usableFromInline
  package var isCurrent: Bool {
    switch self {
    case .main: MainQueue.isCurrent
    case .actor, .caller: false
    case .scheduler(let scheduler): scheduler.isCurrent
    }
  }

  /// Runs a job here, in a task of its own: it carries nothing of the caller along, neither values nor priority.
  @usableFromInline
  package func enqueue(_ job: @escaping @Sendable () -> Void) {
    switch self {
    case .main:
      Task.detached { @MainActor in job() }
    case .actor, .caller:
      let actor = actor
      Task.detached { await DeliveryContext.run(job, on: actor) }
    case .scheduler(let scheduler):
      scheduler.enqueue(job)
    }
  }

  private static func run(_ job: @Sendable () -> Void, on actor: isolated (any Actor)?) async {
    job()
  }
}

/// Knows an actor without keeping it alive.
@usableFromInline
package final class WeakActor: Sendable {
  package weak let actor: (any Actor)?

  package init(_ actor: any Actor) {
    self.actor = actor
  }
}

/// Tells whether the main actor is current.
///
/// The main thread is not it: under `dispatchMain()` and in asynchronous programs the main queue moves to other
/// threads. A key on the main queue is found wherever that queue is drained, and on the main thread outside of it.
package enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  package static var isCurrent: Bool {
    DispatchQueue.getSpecific(key: key) == true
  }

  /// Whether this is the main queue. On Linux each look at `DispatchQueue.main` makes another object for it.
  package static func `is`(_ queue: DispatchQueue) -> Bool {
    queue.getSpecific(key: key) == true
  }
}

extension UpdateScheduler {
  /// Whether this is the main queue.
  @usableFromInline
  package var isMainQueue: Bool {
    (self as? DispatchQueue).map(MainQueue.is) ?? false
  }
}

/// Something to do once when a subscription ends.
@usableFromInline
package struct EndHandler: Sendable {
  private let context: DeliveryContext?
  private let action: @Sendable () -> Void

  @usableFromInline
  package init(at context: DeliveryContext? = nil, _ action: @escaping @Sendable () -> Void) {
    self.context = context
    self.action = action
  }

  /// Runs the handler at its place: at once when that is where the caller is, else one hop away.
  @usableFromInline
  package func run(from caller: (any Actor)? = nil) {
    guard let context, !context.isCurrent, caller == nil || context.actor !== caller else { return action() }
    context.enqueue(action)
  }
}
