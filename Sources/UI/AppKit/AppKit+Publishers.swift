#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit
  public import TidingsCore

  extension NSControl {
    /// Returns a broadcaster of the actions of this control.
    ///
    ///     saveButton.broadcaster().subscribe { [weak self] in self?.save() }.store(in: subscriptions)
    ///
    /// An AppKit control has one target and action. The broadcaster replaces them from the first subscriber to the
    /// last, and sends the earlier action to its target first. So set your own target and action before the first
    /// subscription. A control can have several broadcasters.
    ///
    /// AppKit groups radio buttons of one view by their action. So observe all buttons of a group or none, and give each observed
    /// group a view of its own.
    ///
    /// Updates are delivered on the main actor. The control is not kept alive. Ends when it is released.
    public func broadcaster() -> Broadcaster<Void> { broadcaster { _ in } }
  }

  /// Gives closures the control with its own type.
  @MainActor public protocol _ActionPublishing: NSControl {}

  extension NSControl: _ActionPublishing {}

  extension _ActionPublishing {
    /// Returns a broadcaster with an update that is read from this control for each action. See `broadcaster()`.
    ///
    ///     colorWell.broadcaster { $0.color.hexadecimal }
    ///
    /// - Parameter read: Returns the update. Called on the main actor.
    public func broadcaster<Payload: Sendable>(_ read: @escaping @MainActor (Self) -> Payload) -> Broadcaster<Payload> {
      Broadcaster(of: self, reading: read) { $0.callOnAction($1) }
    }

    /// Returns the value that the user enters into this control.
    ///
    ///     slider.publishedValue(onAction: \.doubleValue)
    ///
    /// The property is read after each action of the control. A change by the program is delivered with the next
    /// action. Subscribe on the main actor. On another thread, the first update is the value at the time of this call.
    ///
    /// - Parameter keyPath: The property to read.
    public func publishedValue<Value: Sendable>(onAction keyPath: KeyPath<Self, Value>) -> PublishedValue<Value> {
      PublishedValue(of: self, reading: { $0[keyPath: keyPath] }) { $0.callOnAction($1) }
    }
  }

  extension NSControl {
    /// Inserts a target before the current one, and returns a closure that removes it.
    fileprivate func callOnAction(_ notify: @escaping @MainActor () -> Void) -> Undo {
      let link = ActionLink(before: self, notify)
      let target = ActionTarget { [weak self] in link.pass(from: self) }
      target.link = link
      link.inner?.outer = link
      target.tie(to: self)
      self.target = target
      action = ActionTarget.action
      return { [weak self, weak target, weak link] in
        guard let self, let target, let link else { return }
        link.close()
        if self.target === target {
          (self.target, action) = (link.target, link.action)
        } else if let outer = link.outer {
          (outer.target, outer.action) = (link.target, link.action)
        } else {
          // A target of another kind precedes this one, and may refer to it.
          return
        }
        link.inner?.outer = link.outer
        target.untie(from: self)
      }
    }
  }

  /// The link from a target to the previous target of a control.
  @MainActor private final class ActionLink {
    weak var target: AnyObject?
    var action: Selector?
    /// The link whose previous target has this one.
    weak var outer: ActionLink?
    private var notify: (@MainActor () -> Void)?

    init(before control: NSControl, _ notify: @escaping @MainActor () -> Void) {
      target = control.target
      action = control.action
      self.notify = notify
    }

    /// The link of the previous target, if that is one of these.
    var inner: ActionLink? { (target as? ActionTarget)?.link as? ActionLink }

    func pass(from control: NSControl?) {
      if let action { _ = NSApplication.shared.sendAction(action, to: target, from: control) }
      notify?()
    }

    func close() { notify = nil }
  }

  extension NSTextField {
    /// The text as the user edits it.
    ///
    ///     searchField.publishedText
    ///       .debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
    ///
    /// Changes by the program are delivered with the next change by the user. Updates are delivered on the main actor.
    /// The field is not kept alive. Ends when it is released.
    public var publishedText: PublishedValue<String> {
      PublishedValue(of: self, reading: { $0.stringValue }) {
        onNotification(NSControl.textDidChangeNotification, of: $0, $1)
      }
    }
  }

  extension NSTextView {
    /// The text that the user edits. See the property of a text field.
    public var publishedText: PublishedValue<String> {
      PublishedValue(of: self, reading: { $0.string }) { onNotification(NSText.didChangeNotification, of: $0, $1) }
    }
  }
#endif
