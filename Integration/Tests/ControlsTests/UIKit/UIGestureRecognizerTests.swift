import TestSupport
import Testing
import Tidings
import TidingsTesting
import UIKit

@MainActor
@Suite("A gesture recogniser")
struct UIGestureRecognizerTests {
  @Test("tells its state at each action, from the first subscriber to the last")
  func states() {
    let recognizer = UIGestureRecognizer()
    let recorder = recognizer.broadcaster().record()
    recognizer.recognize(.began)
    recognizer.recognize(.ended)
    recorder.expect(.began, .ended)
    recorder.stop()
    #expect(recognizer.targetCount == 0)
  }

  @Test("tells what is read from it")
  func reading() {
    let recognizer = UIGestureRecognizer()
    let recorder = recognizer.broadcaster { $0.state == .ended }.record()
    recognizer.recognize(.began)
    recognizer.recognize(.ended)
    recorder.expect(false, true)
  }

  @Test("is not kept alive, and ends its broadcaster when it dies")
  func death() async {
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
