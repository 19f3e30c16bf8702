@_exported import Foundation

@available(watchOS, unavailable)
@MainActor
open class UIResponder: NSObject {
  @available(tvOS, unavailable)
  nonisolated public class var keyboardWillChangeFrameNotification: Notification.Name { fatalError() }
  @available(tvOS, unavailable)
  nonisolated public class var keyboardWillHideNotification: Notification.Name { fatalError() }
  @available(tvOS, unavailable)
  public class var keyboardFrameEndUserInfoKey: String { fatalError() }
  @available(tvOS, unavailable)
  public class var keyboardAnimationDurationUserInfoKey: String { fatalError() }
}

@available(watchOS, unavailable)
open class UIView: UIResponder {}

@available(watchOS, unavailable)
open class UIControl: UIView {
  public struct Event: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static var valueChanged: Event { fatalError() }
    public static var primaryActionTriggered: Event { fatalError() }
    public static var editingChanged: Event { fatalError() }
  }

  open func addAction(_ action: UIAction, for controlEvents: Event) { fatalError() }
  open func removeAction(identifiedBy identifier: UIAction.Identifier, for controlEvents: Event) { fatalError() }
}

@available(watchOS, unavailable)
open class UITextField: UIControl {
  open var text: String?
}

@available(watchOS, unavailable)
open class UITextView: UIView {
  nonisolated public class var textDidChangeNotification: Notification.Name { fatalError() }
  open var text: String!
}

open class UIImage: NSObject, @unchecked Sendable {}

#if STRICT
  public typealias UIActionHandler = (UIAction) -> Void
#else
  public typealias UIActionHandler = @MainActor @Sendable (UIAction) -> Void
#endif

@available(watchOS, unavailable)
@MainActor
open class UIMenuElement: NSObject {
  public struct Attributes: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }

  public enum State: Int, Sendable { case off, on, mixed }
}

@available(watchOS, unavailable)
@MainActor
open class UIAction: UIMenuElement {
  public struct Identifier: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  public convenience init(
    title: String = "", image: UIImage? = nil, identifier: Identifier? = nil, discoverabilityTitle: String? = nil,
    attributes: Attributes = [], state: State = .off, handler: @escaping UIActionHandler
  ) { fatalError() }
  open var identifier: Identifier { fatalError() }
  open var sender: Any? { fatalError() }
  public func performWithSender(_ sender: Any?, target: Any?) { fatalError() }
}

@available(watchOS, unavailable)
@MainActor
open class UIBarButtonItem: NSObject {
  open var title: String?
  open var image: UIImage?
  open var primaryAction: UIAction?
  open weak var target: AnyObject?
  open var action: Selector?
}

@available(watchOS, unavailable)
@MainActor
open class UIGestureRecognizer: NSObject {
  public enum State: Int, Sendable { case possible, began, changed, ended, cancelled, failed }

  open var state: State { fatalError() }
  open func addTarget(_ target: Any, action: Selector) { fatalError() }
  open func removeTarget(_ target: Any?, action: Selector?) { fatalError() }
}
