#if canImport(UIKit) && !os(watchOS)
  public import TidingsCore
  public import UIKit

  extension UIGestureRecognizer {
    /// The state of this recogniser, each time it calls its actions.
    ///
    ///     pan.broadcaster().filter { $0 == .ended }
    ///
    /// Updates are delivered on the main actor. The recognizer is not kept alive. Ends when it is released.
    public func broadcaster() -> Broadcaster<UIGestureRecognizer.State> {
      broadcaster { $0.state }
    }
  }

  /// Gives closures the recognizer with its own type.
  @MainActor
  public protocol _GesturePublishing: UIGestureRecognizer {}

  extension UIGestureRecognizer: _GesturePublishing {}

  extension _GesturePublishing {
    /// Returns a broadcaster with an update that is read from this recognizer for each action.
    ///
    ///     pan.broadcaster { $0.translation(in: canvas) }
    ///
    /// See `broadcaster()`.
    ///
    /// - Parameter read: Returns the update. Called on the main actor.
    public func broadcaster<Payload: Sendable>(
      _ read: @escaping @MainActor (Self) -> Payload
    ) -> Broadcaster<Payload> {
      Broadcaster(of: self, reading: read) { recognizer, tell in
        let target = ActionTarget(tell)
        target.tie(to: recognizer)
        recognizer.addTarget(target, action: ActionTarget.action)
        return { [weak recognizer, weak target] in
          guard let recognizer, let target else { return }
          recognizer.removeTarget(target, action: ActionTarget.action)
          target.untie(from: recognizer)
        }
      }
    }
  }
#endif
