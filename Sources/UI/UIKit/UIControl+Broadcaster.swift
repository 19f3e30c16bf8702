#if canImport(UIKit) && !os(watchOS)
  public import TidingsCore
  public import UIKit

  extension UIControl {
    /// The events of this control.
    ///
    ///     toggle.broadcaster(for: .valueChanged).subscribe { [weak self] in self?.save() }.store(in: subscriptions)
    ///
    /// Updates come on the main actor, before the call returns that sends the event. Ends when the control dies; it is not
    /// kept alive.
    ///
    /// - Parameter events: Which ones; several make one broadcaster of all.
    public func broadcaster(for events: UIControl.Event) -> Broadcaster<Void> {
      broadcaster(for: events) { _ in }
    }

    /// The primary action of this control: of a button, that it was tapped, by whatever means.
    public var taps: Broadcaster<Void> {
      broadcaster(for: .primaryActionTriggered)
    }
  }

  /// Lets the closures of controls' publishers have the control as what it is.
  @MainActor
  public protocol _EventPublishing: UIControl {}

  extension UIControl: _EventPublishing {}

  extension _EventPublishing {
    /// The events of this control, with something read from it at each.
    ///
    ///     slider.broadcaster(for: .valueChanged) { $0.value }
    ///
    /// As `broadcaster(for:)` without a closure.
    ///
    /// - Parameters:
    ///   - events: Which ones.
    ///   - read: Makes the update. Called on the main actor.
    public func broadcaster<Payload: Sendable>(
      for events: UIControl.Event, _ read: @escaping @MainActor (Self) -> Payload
    ) -> Broadcaster<Payload> {
      Broadcaster(of: self, reading: read) { $0.call($1, for: events) }
    }

    /// What the user enters into this control.
    ///
    ///     volume.publishedValue(for: \.value, on: .valueChanged)
    ///
    /// The current value first, then every change that comes with one of the events. UIKit sends none when a program sets
    /// the property: such a change is told with the next event. Updates come on the main actor, and so should the first
    /// subscriber: elsewhere the first update is the value of the moment in which this was made. Ends when the control
    /// dies; it is not kept alive.
    ///
    /// - Parameters:
    ///   - keyPath: The property to read.
    ///   - events: When to read it.
    public func publishedValue<Value: Sendable>(
      for keyPath: KeyPath<Self, Value>, on events: UIControl.Event
    ) -> PublishedValue<Value> {
      PublishedValue(of: self, reading: { $0[keyPath: keyPath] }) { $0.call($1, for: events) }
    }
  }

  extension UIControl {
    /// Has a closure called at each event.
    func call(_ tell: @escaping @MainActor () -> Void, for events: UIControl.Event) -> Undo {
      let action = UIAction(handler: { _ in tell() })
      addAction(action, for: events)
      // The identifier, not the action: that is held by the control alone.
      let identifier = action.identifier
      return { [weak self] in self?.removeAction(identifiedBy: identifier, for: events) }
    }
  }
#endif
