import AppKit
import TestSupport
import Testing
import Tidings
import TidingsTesting
import TidingsUI

@MainActor
@Suite("A control of AppKit")
struct NSControlTests {
  private final class Target: ActionReceiving {
    let history: History<String>

    init(_ history: History<String>) {
      self.history = history
    }

    func receive(_ action: Selector) {
      history.record(action.name)
    }
  }

  private let slider = NSSlider()
  private let history = History<String>()

  /// Performs the action of a click.
  private func click(_ control: NSControl) {
    _ = control.sendAction(control.action, to: control.target)
  }

  @Test func `delivers its action from the first subscriber to the last`() {
    let recorder = slider.broadcaster().map { "x" }.record()
    click(slider)
    recorder.expect("x")
    recorder.stop()
    #expect(slider.target == nil)
    #expect(slider.action == nil)
  }

  @Test func `delivers the value that is read from it, with its own type`() {
    let recorder = slider.broadcaster { $0.doubleValue }.record()
    slider.doubleValue = 3
    click(slider)
    recorder.expect(3)
  }

  @Test func `still sends the action that it had, to its target, and gets both back`() {
    let target = Target(history)
    slider.target = target
    slider.action = Selector("save")
    let subscription = slider.broadcaster().attach { [history] in history.record("broadcast") }
    click(slider)
    #expect(history.events == ["save", "broadcast"])
    subscription.invalidate()
    #expect(slider.target === target)
    click(slider)
    #expect(history.events == ["save", "broadcast", "save"])
  }

  @Test func `does not keep the target that it had`() {
    var target: Target? = Target(history)
    weak let weakTarget = target
    slider.target = target
    slider.action = Selector("save")
    let subscription = slider.broadcaster().attach { [history] in history.record("broadcast") }
    target = nil
    #expect(weakTarget == nil)
    click(slider)
    #expect(history.events == ["broadcast"])
    subscription.invalidate()
  }

  @Test(arguments: [true, false])
  func `has broadcasters that come and go in any order`(firstLeavesFirst: Bool) {
    let target = Target(history)
    slider.target = target
    slider.action = Selector("save")
    let first = slider.broadcaster().attach { [history] in history.record("first") }
    let second = slider.broadcaster().attach { [history] in history.record("second") }
    click(slider)
    #expect(history.events == ["save", "first", "second"])
    (firstLeavesFirst ? first : second).invalidate()
    click(slider)
    #expect(history.events.suffix(2) == ["save", firstLeavesFirst ? "second" : "first"])
    (firstLeavesFirst ? second : first).invalidate()
    click(slider)
    #expect(history.events.count == 6)
    #expect(history.events.last == "save")
  }

  @Test func `gets its action back if subscriptions replace each other`() {
    let target = Target(history)
    slider.target = target
    slider.action = Selector("save")
    var token = slider.broadcaster().attach { [history] in history.record("0") }
    let other = slider.broadcaster().attach { [history] in history.record("other") }
    for number in 1...3 { token = slider.broadcaster().attach { [history] in history.record("\(number)") } }
    click(slider)
    #expect(history.events == ["save", "other", "3"])
    other.invalidate()
    click(slider)
    #expect(history.events.suffix(2) == ["save", "3"])
    token.invalidate()
    #expect(slider.target === target)
    #expect(slider.action == Selector("save"))
  }

  @Test func `has a value, which changes with its action`() {
    slider.doubleValue = 1
    let value = slider.publishedValue(onAction: \.doubleValue)
    let recorder = value.record()
    slider.doubleValue = 2
    #expect(value.value == 2)
    click(slider)
    recorder.expect(1, 2)
  }

  @Test func `is not kept alive, and ends its broadcasters when it dies`() async {
    await expectingNoLeaks {
      var slider: NSSlider? = NSSlider()
      weak let weakSlider = slider
      let recorder = slider?.broadcaster().map { 1 }.record()
      slider = nil
      #expect(weakSlider == nil)
      #expect(recorder?.end != nil)
    }
  }
}
