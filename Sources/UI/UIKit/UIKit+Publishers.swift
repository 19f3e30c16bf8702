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
    public func broadcaster(for events: UIControl.Event) -> Broadcaster<Void> { broadcaster(for: events) { _ in } }

    /// The primary actions of this control, such as taps of a button.
    public var taps: Broadcaster<Void> { broadcaster(for: .primaryActionTriggered) }
  }

  /// Gives closures the control with its own type.
  @MainActor public protocol _EventPublishing: UIControl {}

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
    func call(_ notify: @escaping @MainActor () -> Void, for events: UIControl.Event) -> Undo {
      let action = UIAction(handler: { _ in notify() })
      addAction(action, for: events)
      // The closure captures the identifier, because only the control keeps the action alive.
      let identifier = action.identifier
      return { [weak self] in self?.removeAction(identifiedBy: identifier, for: events) }
    }
  }

  extension UITextField {
    /// The text that the user edits, which is empty for nil.
    ///
    ///     searchField.publishedText
    ///       .debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
    ///
    /// Changes by the program are delivered with the next change by the user. Updates are delivered on the main actor.
    /// The field is not kept alive. Ends when it is released.
    public var publishedText: PublishedValue<String> {
      PublishedValue(of: self, reading: { $0.text ?? "" }) { $0.call($1, for: .editingChanged) }
    }
  }

  extension UITextView {
    /// The text that the user edits. See the property of a text field.
    public var publishedText: PublishedValue<String> {
      PublishedValue(of: self, reading: { $0.text ?? "" }) {
        onNotification(UITextView.textDidChangeNotification, of: $0, $1)
      }
    }
  }

  extension UIBarButtonItem {
    /// Returns a broadcaster of taps of this item.
    ///
    ///     doneItem.taps.subscribe { [weak self] in self?.dismiss(animated: true) }.store(in: subscriptions)
    ///
    /// A bar button item has a single action. From the first subscriber to the last, this is it, and it performs the
    /// primary action that was there before. An item with a target and a selector would no longer call them: that is a
    /// programming error and traps. Use one such broadcaster an item, and share it. A tap does not open the menu of the item. After
    /// the last subscriber, title and image are those of the earlier primary action. An item with a custom view sends nothing.
    ///
    /// Updates are delivered on the main actor. The item is not kept alive. Ends when it is released.
    public var taps: Broadcaster<Void> {
      Broadcaster(of: self, reading: { _ in }) { item, notify in
        guard item.primaryAction != nil || item.action == nil else {
          fatalError("This bar button item has a target and an action, which taps would replace. Remove one of them.")
        }
        let previous = item.primaryAction
        // An action replaces title and image, so they are restored.
        let action = UIAction(title: item.title ?? "", image: item.image) { action in
          previous?.performWithSender(action.sender, target: nil)
          notify()
        }
        let identifier = action.identifier
        item.primaryAction = action
        return { [weak item] in
          guard let item, item.primaryAction?.identifier == identifier else { return }
          item.primaryAction = previous
        }
      }
    }
  }

  extension UIGestureRecognizer {
    /// The state of this recognizer, each time it calls its actions.
    ///
    ///     pan.broadcaster().filter { $0 == .ended }
    ///
    /// Updates are delivered on the main actor. The recognizer is not kept alive. Ends when it is released.
    public func broadcaster() -> Broadcaster<UIGestureRecognizer.State> { broadcaster { $0.state } }
  }

  /// Gives closures the recognizer with its own type.
  @MainActor public protocol _GesturePublishing: UIGestureRecognizer {}

  extension UIGestureRecognizer: _GesturePublishing {}

  extension _GesturePublishing {
    /// Returns a broadcaster with an update that is read from this recognizer for each action.
    ///
    ///     pan.broadcaster { $0.translation(in: canvas) }
    ///
    /// See `broadcaster()`.
    ///
    /// - Parameter read: Returns the update. Called on the main actor.
    public func broadcaster<Payload: Sendable>(_ read: @escaping @MainActor (Self) -> Payload) -> Broadcaster<Payload> {
      Broadcaster(of: self, reading: read) { recognizer, notify in
        let target = ActionTarget(notify)
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
