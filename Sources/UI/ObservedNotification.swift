#if canImport(UIKit) || canImport(AppKit)
  #if canImport(UIKit)
    import UIKit
  #else
    import AppKit
  #endif
  import Foundation
  import TidingsCore

  /// Calls a closure for each notification that an object posts, until the object is released.
  @MainActor
  func tellAtNotification<Owner: AnyObject & Sendable>(
    _ name: Notification.Name, of owner: Owner, _ tell: @escaping @MainActor () -> Void
  ) -> Undo {
    // The notification center would hold the closure beyond the object's death.
    let target = ActionTarget(tell)
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
