import TestSupport
import Testing
import Tidings
import TidingsTesting
import TidingsUI
import UIKit

@MainActor
@Suite("A gesture recogniser")
struct UIGestureRecognizerTests {
  @Test func `delivers its state for each action, from the first subscriber to the last`() {
    let recognizer = UIGestureRecognizer()
    let recorder = recognizer.broadcaster().record()
    recognizer.recognize(.began)
    recognizer.recognize(.ended)
    recorder.expect(.began, .ended)
    recorder.stop()
    #expect(recognizer.targetCount == 0)
  }

  @Test func `delivers the value that is read from it`() {
    let recognizer = UIGestureRecognizer()
    let recorder = recognizer.broadcaster { $0.state == .ended }.record()
    recognizer.recognize(.began)
    recognizer.recognize(.ended)
    recorder.expect(false, true)
  }

  @Test func `is not kept alive, and ends its broadcaster when it dies`() async {
    await expectingNoLeaks {
      var recognizer: UIGestureRecognizer? = UIGestureRecognizer()
      weak let weakRecognizer = recognizer
      let recorder = recognizer?.broadcaster().record()
      recognizer = nil
      #expect(weakRecognizer == nil)
      #expect(recorder?.end != nil)
    }
  }
}
