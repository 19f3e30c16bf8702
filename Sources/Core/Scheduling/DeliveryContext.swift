package import Dispatch
import Synchronization

/// The context in which a closure is called: an actor or a scheduler.
@usableFromInline package enum DeliveryContext: Sendable {
  case main
  /// An actor other than the main actor. The reference is weak, for actors that keep their own token.
  case actor(WeakActor)
  case scheduler(any UpdateScheduler)

  /// The caller's isolation is used because a method reference of an actor loses its isolation, without a diagnostic.
  @usableFromInline package init?(of closure: (any Actor)?, calledFrom caller: (any Actor)? = nil) {
    guard let actor = closure ?? caller else { return nil }
    self = actor === MainActor.shared ? .main : .actor(WeakActor(actor))
  }

  /// Returns the actor that the closures of one subscription share: one context and one mailbox serve all of them.
  package static func sharedIsolation(_ first: (any Actor)?, _ second: (any Actor)?) -> (any Actor)? {
    if let first, let second, first !== second {
      fatalError("The closures of one subscription must not be isolated to different actors.")
    }
    return first ?? second
  }

  @usableFromInline package var actor: (any Actor)? {
    switch self {
    case .main: MainActor.shared
    case .actor(let reference): reference.actor
    case .scheduler: nil
    }
  }

  /// For actors, this can only be determined for the main actor.
  @usableFromInline package var isCurrent: Bool {
    switch self {
    case .main: MainQueue.isCurrent
    case .actor: false
    case .scheduler(let scheduler): scheduler.isCurrent
    }
  }

  /// An actor's job is a detached task, without the caller's task-local values and priority.
  @usableFromInline package func enqueue(_ job: @escaping @Sendable () -> Void) {
    switch self {
    case .main:
      Task.detached { @MainActor in job() }
    case .actor:
      let actor = actor
      Task.detached { await DeliveryContext.run(job, on: actor) }
    case .scheduler(let scheduler):
      scheduler.enqueue(job)
    }
  }

  private static func run(_ job: @Sendable () -> Void, on actor: isolated (any Actor)?) async { job() }
}

@usableFromInline package final class WeakActor: Sendable {
  package weak let actor: (any Actor)?

  package init(_ actor: any Actor) { self.actor = actor }
}

/// The main queue, which determines whether the main actor is current.
///
/// The main thread does not determine it: under `dispatchMain()` and in asynchronous programs, the main queue moves to
/// other threads. A key on the main queue is found where that queue is drained, and on the main thread outside of it.
package enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  package static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

  package static func perform(_ body: @escaping @MainActor @Sendable () -> Void) {
    if isCurrent { MainActor.assumeIsolated(body) } else { Task.detached { @MainActor in body() } }
  }

  /// Not by identity: on Linux, each access to `DispatchQueue.main` makes another object.
  package static func `is`(_ queue: DispatchQueue) -> Bool { queue.getSpecific(key: key) == true }
}

extension UpdateScheduler {
  @usableFromInline package var isMainQueue: Bool { (self as? DispatchQueue).map(MainQueue.is) ?? false }
}

@usableFromInline package struct EndHandler: Sendable {
  private let context: DeliveryContext?
  private let action: @Sendable () -> Void

  @usableFromInline package init(at context: DeliveryContext? = nil, _ action: @escaping @Sendable () -> Void) {
    self.context = context
    self.action = action
  }

  /// Runs the action immediately if the caller is already in its context, otherwise in one hop.
  @usableFromInline package func run(from caller: (any Actor)? = nil) {
    guard let context, !context.isCurrent, caller == nil || context.actor !== caller else { return action() }
    context.enqueue(action)
  }
}

/// A check for a deadlock of the main actor, which is about to block until an update is delivered on it.
@usableFromInline package enum MainActorDeadlockCheck: Sendable {
  private enum Phase: UInt8, AtomicRepresentable {
    case idle, subscribing, noted
  }

  /// Written only by code on the main actor.
  private static let phase = Atomic(Phase.idle)

  /// Returns whether the body has subscribed on the main actor to updates that are delivered there.
  package static func isNoted(in body: () -> Void) -> Bool {
    guard MainQueue.isCurrent else {
      body()
      return false
    }
    // The body may subscribe to a publisher that itself blocks.
    let outer = phase.exchange(.subscribing, ordering: .relaxed)
    body()
    return phase.exchange(outer, ordering: .relaxed) == .noted
  }

  /// Called by each subscription with a delivery context.
  @usableFromInline package static func note(_ context: DeliveryContext) {
    guard phase.load(ordering: .relaxed) == .subscribing, MainQueue.isCurrent, context.isCurrent else { return }
    phase.store(.noted, ordering: .relaxed)
  }
}
