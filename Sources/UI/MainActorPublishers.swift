#if canImport(UIKit) || canImport(AppKit)
  #if canImport(UIKit)
    import UIKit
  #else
    import AppKit
  #endif
  import Foundation
  import TidingsAdapters
  import TidingsCore

  typealias Undo = @MainActor () -> Void

  extension Broadcaster {
    /// Publishers of an object that is isolated to the main actor.
    ///
    /// - Parameter register: Has the closure called at each event, and be held by the object alone.
    @MainActor init<Owner: AnyObject & Sendable>(
      of owner: Owner, reading read: @escaping @MainActor (Owner) -> Update,
      _ register: @escaping @MainActor (Owner, _ notify: @escaping @MainActor () -> Void) -> Undo
    ) {
      let runs = MainActorRuns()
      self.init { [weak owner] source in
        runs.begin { [weak owner] in
          guard let owner else { return nil }
          return register(owner) { [weak owner] in if let owner { source.send(read(owner)) } }
        }
      }
    }
  }

  extension PublishedValue {
    /// A value of an object of the main actor.
    ///
    /// - Parameter register: Has the closure called when the value may have changed, and be held by the object alone.
    @MainActor init<Owner: AnyObject & Sendable>(
      of owner: Owner, reading read: @escaping @MainActor (Owner) -> Value,
      _ register: @escaping @MainActor (Owner, _ notify: @escaping @MainActor () -> Void) -> Undo
    ) {
      let runs = MainActorRuns()
      let followed = PublishedValue(initial: read(owner)) { [weak owner] property in
        runs.begin { [weak owner] in
          guard let owner else { return nil }
          property.value = read(owner)
          return register(owner) { [weak owner] in if let owner { property.value = read(owner) } }
        }
      }
      self.init(Broadcaster(followed)) { [weak owner] in
        guard MainQueue.isCurrent, let owner else { return followed.value }
        return MainActor.assumeIsolated { read(owner) }
      }
    }
  }

  /// Calls a closure for each notification that an object posts, until the object is released.
  @MainActor func onNotification<Owner: AnyObject & Sendable>(
    _ name: Notification.Name, of owner: Owner, _ notify: @escaping @MainActor () -> Void
  ) -> Undo {
    // The notification center would hold the closure beyond the object's death.
    let target = ActionTarget(notify)
    target.tie(to: owner)
    let observer = NotificationCenter.default.addObserver(forName: name, object: owner, queue: nil) {
      [weak target] _ in
      MainQueue.perform { target?.fire() }
    }
    return { [weak owner, weak target] in
      NotificationCenter.default.removeObserver(observer)
      if let owner { target?.untie(from: owner) }
    }
  }
#endif
