import Foundation
import Testing
import Tidings
import TidingsTesting
import TidingsUI
import UIKit

@MainActor
@Suite("The keyboard", .serialized)
struct KeyboardFrameTests {
  private let frame = CGRect(x: 0, y: 500, width: 400, height: 300)

  private func post(_ name: Notification.Name) {
    NotificationCenter.default.post(
      name: name, object: nil,
      userInfo: [
        UIResponder.keyboardFrameEndUserInfoKey: frame, UIResponder.keyboardAnimationDurationUserInfoKey: 0.25,
      ])
  }

  @Test func `is hidden at first, and then where it moves`() {
    let recorder = UIResponder.keyboardFrame.record()
    post(UIResponder.keyboardWillChangeFrameNotification)
    post(UIResponder.keyboardWillHideNotification)
    recorder.expect(
      .hidden, KeyboardFrame(frame: frame, animationDuration: 0.25),
      KeyboardFrame(frame: .zero, animationDuration: 0.25))
  }

  @Test func `is where it has moved for later subscribers`() {
    let early = UIResponder.keyboardFrame.record()
    post(UIResponder.keyboardWillChangeFrameNotification)
    UIResponder.keyboardFrame.record().expect(KeyboardFrame(frame: frame, animationDuration: 0.25))
    early.stop()
  }

  @Test func `is not watched without subscribers`() {
    let recorder = UIResponder.keyboardFrame.record()
    recorder.stop()
    post(UIResponder.keyboardWillChangeFrameNotification)
    recorder.expect(.hidden)
    recorder.expectNone()
  }
}
