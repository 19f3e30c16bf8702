#if canImport(AppKit)
  public import AppKit
  public import TidingsCore

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
        tellAtNotification(NSControl.textDidChangeNotification, of: $0, $1)
      }
    }
  }

  extension NSTextView {
    /// The text that the user edits. See the property of a text field.
    public var publishedText: PublishedValue<String> {
      PublishedValue(of: self, reading: { $0.string }) { tellAtNotification(NSText.didChangeNotification, of: $0, $1) }
    }
  }
#endif
