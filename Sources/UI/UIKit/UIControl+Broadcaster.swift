#if canImport(UIKit) && !os(watchOS)
  public import TidingsCore
  public import UIKit

  extension UIControl {
    /// Returns a broadcaster of events of this control.
    ///
    ///     toggle.broadcaster(for: .valueChanged).subscribe { [weak self] in self?.save() }.store(in: subscriptions)
    ///
    /// Updates are delivered on the main actor, before the call that sends the event returns. The control is not kept
    /// alive. Ends when it is released.
    ///
    /// - Parameter events: The kinds of events.
    public func broadcaster(for events: UIControl.Event) -> Broadcaster<Void> {
      broadcaster(for: events) { _ in }
    }

    /// The primary actions of this control, such as taps of a button.
    public var taps: Broadcaster<Void> {
      broadcaster(for: .primaryActionTriggered)
    }
  }

  /// Gives closures the control with its own type.
  @MainActor
  public protocol _EventPublishing: UIControl {}

  extension UIControl: _EventPublishing {}

  extension _EventPublishing {
    /// Returns a broadcaster with an update that is read from this control for each event.
    ///
    ///     slider.broadcaster(for: .valueChanged) { $0.value }
    ///
    /// See `broadcaster(for:)`.
    ///
    /// - Parameters:
    ///   - events: The kinds of events.
    ///   - read: Returns the update. Called on the main actor.
    public func broadcaster<Payload: Sendable>(
      for events: UIControl.Event, _ read: @escaping @MainActor (Self) -> Payload
    ) -> Broadcaster<Payload> {
      Broadcaster(of: self, reading: read) { $0.call($1, for: events) }
    }

    /// Returns the value that the user enters into this control.
    ///
    ///     volume.publishedValue(for: \.value, on: .valueChanged)
    ///
    /// The property is read after each event. UIKit sends no event when the program sets the property. Such a change is
    /// delivered with the next event. Updates are delivered on the main actor. Subscribe there, too. On another thread,
    /// the first update is the value at the time of this call. The control is not kept alive. Ends when it is released.
    ///
    /// - Parameters:
    ///   - keyPath: The property to read.
    ///   - events: The kinds of events after which the property is read.
    public func publishedValue<Value: Sendable>(
      for keyPath: KeyPath<Self, Value>, on events: UIControl.Event
    ) -> PublishedValue<Value> {
      PublishedValue(of: self, reading: { $0[keyPath: keyPath] }) { $0.call($1, for: events) }
    }
  }

  extension UIControl {
    /// Calls a closure for each event.
    func call(_ tell: @escaping @MainActor () -> Void, for events: UIControl.Event) -> Undo {
      let action = UIAction(handler: { _ in tell() })
      addAction(action, for: events)
      // The closure captures the identifier, because only the control keeps the action alive.
      let identifier = action.identifier
      return { [weak self] in self?.removeAction(identifiedBy: identifier, for: events) }
    }
  }
#endif
