#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  public import Foundation
  import TidingsAdapters
  public import TidingsCore
  public import UIKit

  /// Where the keyboard is, or is about to be.
  public struct KeyboardFrame: Sendable, Hashable {
    /// The frame in the coordinates of the screen; empty when the keyboard is hidden.
    public var frame: CGRect
    /// How long it takes to get there.
    public var animationDuration: TimeInterval

    /// A place of the keyboard.
    public init(frame: CGRect, animationDuration: TimeInterval) {
      self.frame = frame
      self.animationDuration = animationDuration
    }

    /// No keyboard.
    public static let hidden = KeyboardFrame(frame: .zero, animationDuration: 0)
  }

  extension UIResponder {
    /// Where the keyboard is, told before it moves.
    ///
    ///     UIResponder.keyboardFrame.subscribe { [weak self] in self?.makeRoom(for: $0) }.store(in: subscriptions)
    ///
    /// It is hidden until the first move after the first subscriber came, since UIKit does not tell where a keyboard is
    /// that does not move: subscribe early and keep on. Never ends. Updates come on the main actor.
    public static var keyboardFrame: PublishedValue<KeyboardFrame> {
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
    }
  }

  extension KeyboardFrame {
    /// What belongs to the main actor, read there once.
    @MainActor
    struct Keys {
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
