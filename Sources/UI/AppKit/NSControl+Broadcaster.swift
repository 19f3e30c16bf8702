#if canImport(AppKit)
  public import AppKit
  public import TidingsCore

  extension NSControl {
    /// That this control has sent its action.
    ///
    ///     saveButton.broadcaster().subscribe { [weak self] in self?.save() }.store(in: subscriptions)
    ///
    /// A control of AppKit has a single target and action. From the first subscriber to the last these are the
    /// broadcaster's, which sends the action that was there before to its target first: set those of your own before
    /// somebody subscribes. Several such broadcasters of one control may come and go in any order.
    ///
    /// Updates come on the main actor. Ends when the control dies; it is not kept alive.
    public func broadcaster() -> Broadcaster<Void> {
      broadcaster { _ in }
    }
  }

  /// Lets the closures of controls' publishers have the control as what it is.
  @MainActor
  public protocol _ActionPublishing: NSControl {}

  extension NSControl: _ActionPublishing {}

  extension _ActionPublishing {
    /// What is read from this control each time it sends its action; otherwise as `broadcaster()` without a closure.
    ///
    ///     colorWell.broadcaster { $0.color.hexadecimal }
    ///
    /// - Parameter read: Makes the update. Called on the main actor.
    public func broadcaster<Payload: Sendable>(
      _ read: @escaping @MainActor (Self) -> Payload
    ) -> Broadcaster<Payload> {
      Broadcaster(of: self, reading: read) { $0.callOnAction($1) }
    }

    /// What the user enters into this control.
    ///
    ///     slider.publishedValue(onAction: \.doubleValue)
    ///
    /// The current value first, then every change that comes with the action of the control, as for
    /// `broadcaster()` without a closure. A change by the program is told with the next action. Subscribe on the main
    /// actor: elsewhere the first update is the value of the moment in which this was made.
    ///
    /// - Parameter keyPath: The property to read.
    public func publishedValue<Value: Sendable>(onAction keyPath: KeyPath<Self, Value>) -> PublishedValue<Value> {
      PublishedValue(of: self, reading: { $0[keyPath: keyPath] }) { $0.callOnAction($1) }
    }
  }

  extension NSControl {
    /// Puts a target before the one that is there, and takes it out again.
    fileprivate func callOnAction(_ tell: @escaping @MainActor () -> Void) -> Undo {
      let link = ActionLink(before: self, tell)
      let target = ActionTarget { [weak self] in link.pass(from: self) }
      target.tie(to: self)
      self.target = target
      action = ActionTarget.action
      return { [weak self, weak target, weak link] in
        guard let self, let target, let link else { return }
        link.close()
        // Else another one stands before it, and needs it to reach the first.
        guard self.target === target else { return }
        (self.target, action) = (link.target, link.action)
        target.untie(from: self)
      }
    }
  }

  /// What stands between a control and the target that it had before.
  @MainActor
  private final class ActionLink {
    private(set) weak var target: AnyObject?
    let action: Selector?
    private var tell: (@MainActor () -> Void)?

    init(before control: NSControl, _ tell: @escaping @MainActor () -> Void) {
      target = control.target
      action = control.action
      self.tell = tell
    }

    func pass(from control: NSControl?) {
      if let action { _ = NSApplication.shared.sendAction(action, to: target, from: control) }
      tell?()
    }

    func close() {
      tell = nil
    }
  }
#endif
