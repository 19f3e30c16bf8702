#if canImport(UIKit) && !os(watchOS)
  public import TidingsCore
  public import UIKit

  extension UIGestureRecognizer {
    /// The state of this recogniser, each time it calls its actions.
    ///
    ///     pan.broadcaster().filter { $0 == .ended }
    ///
    /// Updates come on the main actor. Ends when the recogniser dies; it is not kept alive.
    public func broadcaster() -> Broadcaster<UIGestureRecognizer.State> {
      broadcaster { $0.state }
    }
  }

  /// Lets the closures of recognisers' publishers have the recogniser as what it is.
  @MainActor
  public protocol _GesturePublishing: UIGestureRecognizer {}

  extension UIGestureRecognizer: _GesturePublishing {}

  extension _GesturePublishing {
    /// What is read from this recogniser, each time it calls its actions.
    ///
    ///     pan.broadcaster { $0.translation(in: canvas) }
    ///
    /// As `broadcaster()` without a closure.
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
