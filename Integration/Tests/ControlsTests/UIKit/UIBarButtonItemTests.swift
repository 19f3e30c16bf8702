import TestSupport
import Testing
import Tidings
import TidingsTesting
import TidingsUI
import UIKit

@MainActor
@Suite("A bar button item")
struct UIBarButtonItemTests {
  @Test func `delivers its taps, keeps its title, and has no action afterwards`() {
    let item = UIBarButtonItem()
    item.title = "Done"
    let recorder = item.taps.map { "x" }.record()
    item.primaryAction?.performWithSender(item, target: nil)
    recorder.expect("x")
    #expect(item.title == "Done")
    recorder.stop()
    #expect(item.primaryAction == nil)
  }

  @Test func `still performs the primary action that it had, and gets it back`() {
    let item = UIBarButtonItem()
    let history = History<String>()
    let action = UIAction { _ in history.record("previous") }
    item.primaryAction = action
    let recorder = item.taps.attach { history.record("tap") }
    item.primaryAction?.performWithSender(item, target: nil)
    #expect(history.events == ["previous", "tap"])
    recorder.invalidate()
    #expect(item.primaryAction === action)
  }

  @Test func `stops the program if it has a target and an action, which would be replaced`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let item = UIBarButtonItem()
        item.action = Selector("save")
        _ = item.taps.attach {}
      }
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("This bar button item has a target and an action"))
  }

  @Test func `is not kept alive, and ends its broadcaster when it dies`() async {
    await expectingNoLeaks {
      var item: UIBarButtonItem? = UIBarButtonItem()
      weak let weakItem = item
      let recorder = item?.taps.map { 1 }.record()
      item = nil
      #expect(weakItem == nil)
      #expect(recorder?.end != nil)
    }
  }
}
