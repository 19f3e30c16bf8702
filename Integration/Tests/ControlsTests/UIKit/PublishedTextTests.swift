import Foundation
import TestSupport
import Testing
import Tidings
import TidingsTesting
import TidingsUI
import UIKit

@MainActor
@Suite("The text that a user edits")
struct PublishedTextTests {
  @Test func `of a field updates with each edit, and is empty for nil`() {
    let field = UITextField()
    let recorder = field.publishedText.record()
    field.text = "a"
    field.sendActions(for: .editingChanged)
    field.text = nil
    field.sendActions(for: .editingChanged)
    recorder.expect("", "a", "")
  }

  @Test func `of a text view updates with each edit of that view`() {
    let view = UITextView()
    let other = UITextView()
    let recorder = view.publishedText.record()
    view.text = "a"
    NotificationCenter.default.post(name: UITextView.textDidChangeNotification, object: other)
    recorder.expect("")
    recorder.expectNone()
    NotificationCenter.default.post(name: UITextView.textDidChangeNotification, object: view)
    recorder.expect("a")
    recorder.stop()
    view.text = "b"
    NotificationCenter.default.post(name: UITextView.textDidChangeNotification, object: view)
    recorder.expectNone()
  }

  @Test func `ends with its view, which is not kept alive`() async {
    await expectingNoLeaks {
      var view: UITextView? = UITextView()
      weak let weakView = view
      let recorder = view?.publishedText.record()
      view = nil
      #expect(weakView == nil)
      #expect(recorder?.end != nil)
    }
  }
}
