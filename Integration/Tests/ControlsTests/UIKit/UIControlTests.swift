import TestSupport
import Testing
import Tidings
import TidingsTesting
import TidingsUI
import UIKit

@MainActor
@Suite("A control")
struct UIControlTests {
  private let button = UIButton()
  private let slider = UISlider()

  @Test func `delivers its events from the first subscriber to the last`() {
    let broadcaster = button.broadcaster(for: [.valueChanged, .primaryActionTriggered])
    #expect(button.actionCount == 0)
    let first = broadcaster.map { "x" }.record()
    let second = broadcaster.map { "x" }.record()
    #expect(button.actionCount == 1)
    button.sendActions(for: .valueChanged)
    button.sendActions(for: .editingChanged)
    button.sendActions(for: .primaryActionTriggered)
    first.expect("x", "x")
    first.expectNone()
    first.stop()
    second.stop()
    #expect(button.actionCount == 0)
    button.sendActions(for: .valueChanged)
    second.expect("x", "x")
    second.expectNone()
  }

  @Test func `delivers its primary action as a tap`() {
    let recorder = button.taps.map { "x" }.record()
    button.sendActions(for: .primaryActionTriggered)
    button.sendActions(for: .valueChanged)
    recorder.expect("x")
    recorder.expectNone()
  }

  @Test func `delivers the value that is read from it, with its own type`() {
    let recorder = slider.broadcaster(for: .valueChanged) { $0.value * 2 }.record()
    slider.value = 4
    slider.sendActions(for: .valueChanged)
    recorder.expect(8)
  }

  @Test func `has a value, which changes with its events`() {
    slider.value = 1
    let value = slider.publishedValue(for: \.value, on: .valueChanged)
    slider.value = 2
    #expect(value.value == 2)
    let recorder = value.record()
    slider.value = 3
    slider.sendActions(for: .valueChanged)
    slider.sendActions(for: .valueChanged)
    recorder.expect(2, 3)
    recorder.expectNone()
    recorder.stop()
    slider.value = 5
    value.record().expect(5)
  }

  @Test func `is not kept alive, and ends its broadcasters and values when it dies`() async {
    await expectingNoLeaks {
      var slider: UISlider? = UISlider()
      weak let weakSlider = slider
      let events = slider?.broadcaster(for: .valueChanged)
      let recorder = events?.map { 1 }.record()
      let values = slider?.publishedValue(for: \.value, on: .valueChanged).record()
      slider = nil
      #expect(weakSlider == nil)
      #expect(recorder?.end != nil)
      #expect(values?.end != nil)
      #expect(events?.attach {}.isActive == false)
    }
  }

  @Test func `is subscribed to and cancelled on the main actor from another thread`() async {
    let history = History<Bool>()
    let broadcaster = button.taps
    await onThreads { _ in
      let subscription = broadcaster.attach { history.record(MainQueue.isCurrent) }
      subscription.invalidate()
      _ = broadcaster.attach { history.record(false) }
    }
    await Task.yieldToMain()
    #expect(button.actionCount == 0)
    let kept = Held<Subscription>()
    await onThreads { _ in kept.hold(broadcaster.attach { history.record(MainQueue.isCurrent) }) }
    await Task.yieldToMain()
    #expect(button.actionCount == 1)
    button.sendActions(for: .primaryActionTriggered)
    #expect(history.events == [true])
    await onThreads { _ in kept.letGo() }
    await Task.yieldToMain()
    #expect(button.actionCount == 0)
  }

  @Test func `is not called for a subscriber that has unsubscribed before the hop`() async {
    let broadcaster = button.taps
    let kept = Held<Subscription>()
    onOtherThread { kept.hold(broadcaster.attach {}) }
    kept.letGo()
    await Task.yieldToMain()
    #expect(button.actionCount == 0)
  }

  @Test func `ends for a subscriber on another thread during its release`() async {
    for _ in 0..<100 {
      var button: UIButton? = UIButton()
      let broadcaster = button?.taps ?? .never
      let history = History<String>()
      let kept = Held<Subscription>()
      async let subscribed: Void = onThreads { _ in
        kept.hold(broadcaster.attach {})
        kept.current?.whenEnded(isolation: nil) { history.record("end") }
      }
      button = nil
      await subscribed
      await onThreads { _ in history.waitForCount(1) }
      #expect(history.events == ["end"])
    }
  }
}
