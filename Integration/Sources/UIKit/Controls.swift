@_exported public import AppleRuntime
public import Foundation

// Declarations of UIKit that the adapters use, with as much behaviour as their tests need.

@MainActor
open class UIResponder: TieHolder {
  nonisolated public static let keyboardWillChangeFrameNotification = Notification.Name("keyboardWillChangeFrame")
  nonisolated public static let keyboardWillHideNotification = Notification.Name("keyboardWillHide")
  public static let keyboardFrameEndUserInfoKey = "frameEnd"
  public static let keyboardAnimationDurationUserInfoKey = "animationDuration"
}

open class UIView: UIResponder {}

open class UIControl: UIView {
  public struct Event: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    public static let valueChanged = Event(rawValue: 1 << 12)
    public static let primaryActionTriggered = Event(rawValue: 1 << 13)
    public static let editingChanged = Event(rawValue: 1 << 17)
  }

  private var actions: [(action: UIAction, events: Event)] = []

  open func addAction(_ action: UIAction, for controlEvents: UIControl.Event) {
    actions.append((action, controlEvents))
  }

  open func removeAction(identifiedBy actionIdentifier: UIAction.Identifier, for controlEvents: UIControl.Event) {
    actions.removeAll { $0.action.identifier == actionIdentifier && $0.events == controlEvents }
  }

  open func sendActions(for controlEvents: UIControl.Event) {
    for (action, events) in actions where !events.isDisjoint(with: controlEvents) {
      action.performWithSender(self, target: nil)
    }
  }

  /// For tests, not part of UIKit.
  public var actionCount: Int { actions.count }
}

open class UIButton: UIControl {}

open class UISlider: UIControl {
  open var value: Float = 0
}

open class UITextField: UIControl {
  open var text: String?
}

open class UITextView: UIView {
  nonisolated public static let textDidChangeNotification = Notification.Name("textDidChange")

  open var text: String! = ""
}

@MainActor
open class UIImage: NSObject {}

public typealias UIActionHandler = (UIAction) -> Void

@MainActor
open class UIMenuElement: NSObject {
  public struct Attributes: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }
  }

  public enum State: Int, Sendable {
    case off, on, mixed
  }

  public final let title: String
  public final let image: UIImage?

  fileprivate init(title: String, image: UIImage?) {
    self.title = title
    self.image = image
  }
}

@MainActor
open class UIAction: UIMenuElement {
  public struct Identifier: Hashable, RawRepresentable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    public init(_ rawValue: String) {
      self.rawValue = rawValue
    }
  }

  public final let identifier: Identifier
  open private(set) var sender: Any?
  private let handler: UIActionHandler

  public init(
    title: String = "", image: UIImage? = nil, identifier: UIAction.Identifier? = nil,
    discoverabilityTitle: String? = nil, attributes: UIMenuElement.Attributes = [], state: UIMenuElement.State = .off,
    handler: @escaping UIActionHandler
  ) {
    self.identifier = identifier ?? Identifier(UUID().uuidString)
    self.handler = handler
    super.init(title: title, image: image)
  }

  public func performWithSender(_ sender: Any?, target: Any?) {
    self.sender = sender
    handler(self)
    self.sender = nil
  }
}

open class UIBarButtonItem: TieHolder {
  open var title: String?
  open var image: UIImage?
  open var primaryAction: UIAction? {
    didSet {
      guard let primaryAction else { return }
      title = primaryAction.title
      image = primaryAction.image
    }
  }
  open weak var target: AnyObject?
  open var action: Selector?
}

open class UIGestureRecognizer: TieHolder {
  public enum State: Int, Sendable {
    case possible, began, changed, ended, cancelled, failed
  }

  open var state: State = .possible
  private var targets: [(target: WeakTarget, action: Selector)] = []

  open func addTarget(_ target: Any, action: Selector) {
    targets.append((WeakTarget(target), action))
  }

  open func removeTarget(_ target: Any?, action: Selector?) {
    let object = target as AnyObject
    targets.removeAll { $0.target.object === object && $0.action == action }
  }

  /// For tests, not part of UIKit.
  public func recognize(_ state: State) {
    self.state = state
    for (target, action) in targets { send(action, to: target.object) }
  }

  /// For tests, not part of UIKit.
  public var targetCount: Int { targets.count }
}

private final class WeakTarget {
  weak var object: AnyObject?

  init(_ target: Any) {
    object = target as AnyObject
  }
}
