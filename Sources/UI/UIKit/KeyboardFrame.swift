#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  public import Foundation
  import TidingsAdapters
  public import TidingsCore
  import TidingsFoundation
  public import UIKit

  /// The position of the keyboard, at the beginning of its animation.
  public struct KeyboardFrame: Sendable, Hashable {
    /// The frame in the coordinates of the screen; empty when the keyboard is hidden.
    public var frame: CGRect
    /// The duration of the animation.
    public var animationDuration: TimeInterval

    /// Creates a frame of the keyboard.
    public init(frame: CGRect, animationDuration: TimeInterval) {
      self.frame = frame
      self.animationDuration = animationDuration
    }

    /// A hidden keyboard.
    public static let hidden = KeyboardFrame(frame: .zero, animationDuration: 0)
  }

  extension UIResponder {
    /// The frame of the keyboard, delivered before it moves.
    ///
    ///     UIResponder.keyboardFrame.subscribe { [weak self] in self?.makeRoom(for: $0) }.store(in: subscriptions)
    ///
    /// Before the first movement after the first subscription, the frame is hidden, because UIKit does not report the
    /// frame of a resting keyboard. So keep a subscription from early on: later subscribers receive what it has received.
    /// Updates are delivered on the main actor. Never ends.
    public static let keyboardFrame: PublishedValue<KeyboardFrame> = {
      let runs = MainActorRuns()
      return PublishedValue(initial: .hidden) { property in
        runs.begin {
          let keys = KeyboardFrame.Keys()
          let subscriptions = [keyboardWillChangeFrameNotification, keyboardWillHideNotification].map { name in
            NotificationCenter.default.broadcaster(for: name) { KeyboardFrame($0, keys) }
              .attach { property.value = $0 }
          }
          return { subscriptions.invalidateAll() }
        }
      }
    }()
  }

  extension KeyboardFrame {
    /// Values that are read once on the main actor.
    @MainActor struct Keys {
      let frame = UIResponder.keyboardFrameEndUserInfoKey
      let duration = UIResponder.keyboardAnimationDurationUserInfoKey
      let willHide = UIResponder.keyboardWillHideNotification
    }

    /// Reads a notification where it is posted, since it may not be sent elsewhere.
    init(_ notification: Notification, _ keys: Keys) {
      let frame = notification.userInfo?[keys.frame] as? CGRect
      let duration = notification.userInfo?[keys.duration] as? TimeInterval
      self.init(
        frame: notification.name == keys.willHide ? .zero : frame ?? .zero, animationDuration: duration ?? 0)
    }
  }
#endif
