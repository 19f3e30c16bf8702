#if canImport(UIKit) && !os(watchOS)
  public import TidingsCore
  public import UIKit

  extension UITextField {
    /// The text as the user edits it; empty for none.
    ///
    ///     searchField.publishedText
    ///       .debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
    ///
    /// The current text first, then at each change by the user. UIKit tells nothing when a program sets the text. Updates
    /// come on the main actor. Ends when the field dies; it is not kept alive.
    public var publishedText: PublishedValue<String> {
      PublishedValue(of: self, reading: { $0.text ?? "" }) { $0.call($1, for: .editingChanged) }
    }
  }

  extension UITextView {
    /// The text as the user edits it; see that of a text field.
    public var publishedText: PublishedValue<String> {
      PublishedValue(of: self, reading: { $0.text ?? "" }) {
        tellAtNotification(UITextView.textDidChangeNotification, of: $0, $1)
      }
    }
  }
#endif
