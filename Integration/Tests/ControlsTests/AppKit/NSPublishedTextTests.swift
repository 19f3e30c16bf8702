import AppKit
import Foundation
import TestSupport
import Testing
import Tidings
import TidingsTesting
import TidingsUI

@MainActor
@Suite("The text that a user edits on a Mac")
struct NSPublishedTextTests {
  @Test func `of a field updates with each edit, until the field is released`() {
    var field: NSTextField? = NSTextField()
    let recorder = field?.publishedText.record()
    field?.stringValue = "a"
    NotificationCenter.default.post(name: NSControl.textDidChangeNotification, object: field)
    recorder?.expect("", "a")
    field = nil
    #expect(recorder?.end != nil)
  }

  @Test func `of a text view updates with each edit, until the view is released`() {
    var view: NSTextView? = NSTextView()
    let recorder = view?.publishedText.record()
    view?.string = "a"
    NotificationCenter.default.post(name: NSText.didChangeNotification, object: view)
    recorder?.expect("", "a")
    view = nil
    #expect(recorder?.end != nil)
  }
}
