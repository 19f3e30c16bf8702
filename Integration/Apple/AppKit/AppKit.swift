@_exported import Foundation

@MainActor
open class NSResponder: NSObject {}

open class NSView: NSResponder {}

open class NSControl: NSView {
  nonisolated public class var textDidChangeNotification: Notification.Name { fatalError() }
  open weak var target: AnyObject?
  open var action: Selector?
  open var stringValue: String {
    get { fatalError() }
    set {}
  }
}

open class NSTextField: NSControl {}

open class NSText: NSView {
  nonisolated public class var didChangeNotification: Notification.Name { fatalError() }
  open var string: String {
    get { fatalError() }
    set {}
  }
}

open class NSTextView: NSText {}

@MainActor
open class NSApplication: NSResponder {
  public class var shared: NSApplication { fatalError() }
  open func sendAction(_ action: Selector, to target: Any?, from sender: Any?) -> Bool { fatalError() }
}
