#if canImport(UIKit) && !os(watchOS)
  public import TidingsCore
  public import UIKit

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
        tellAtNotification(UITextView.textDidChangeNotification, of: $0, $1)
      }
    }
  }
#endif
