@_exported public import AppleRuntime
public import Foundation

// Declarations of AppKit that the adapters use, with as much behaviour as their tests need.

@MainActor
open class NSResponder: TieHolder {}

open class NSView: NSResponder {}

open class NSControl: NSView {
  nonisolated public static let textDidChangeNotification = Notification.Name("controlTextDidChange")

  open weak var target: AnyObject?
  open var action: Selector?
  open var stringValue = ""
  open var doubleValue = 0.0

  open func sendAction(_ action: Selector?, to target: Any?) -> Bool {
    guard let action else { return false }
    return NSApplication.shared.sendAction(action, to: target, from: self)
  }
}

open class NSButton: NSControl {}

open class NSSlider: NSControl {}

open class NSTextField: NSControl {}

open class NSText: NSView {
  nonisolated public static let didChangeNotification = Notification.Name("textDidChange")

  open var string = ""
}

open class NSTextView: NSText {}

open class NSApplication: NSResponder {
  public static let shared = NSApplication()

  open func sendAction(_ action: Selector, to target: Any?, from sender: Any?) -> Bool {
    guard let target else { return false }
    send(action, to: target as AnyObject)
    return true
  }
}
