#if canImport(AppKit)
  public import AppKit
  public import TidingsCore

  extension NSTextField {
    /// The text as the user edits it.
    ///
    ///     searchField.publishedText
    ///       .debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
    ///
    /// The current text first, then at each change by the user. AppKit tells nothing when a program sets the text. Updates
    /// come on the main actor. Ends when the field dies; it is not kept alive.
    public var publishedText: PublishedValue<String> {
      PublishedValue(of: self, reading: { $0.stringValue }) {
        tellAtNotification(NSControl.textDidChangeNotification, of: $0, $1)
      }
    }
  }

  extension NSTextView {
    /// The text as the user edits it; see that of a text field.
    public var publishedText: PublishedValue<String> {
      PublishedValue(of: self, reading: { $0.string }) { tellAtNotification(NSText.didChangeNotification, of: $0, $1) }
    }
  }
#endif
