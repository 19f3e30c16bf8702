import SwiftUI
import TestSupport
import Testing
import Tidings
import TidingsUI

@MainActor
@Suite("A view that follows a publisher")
struct OnUpdateTests {
  private func body(of view: some View) -> any Appearing {
    view.body as! any Appearing
  }

  @Test func `does so while it is shown, with the current value of a value at each appearance`() {
    let property = PublishedProperty(1)
    let history = History<Int>()
    let view = body(of: EmptyView().onUpdate(of: property) { history.record($0) })
    #expect(!property.hasSubscribers)
    view.appear()
    property.value = 2
    view.disappear()
    #expect(!property.hasSubscribers)
    property.value = 3
    view.appear()
    #expect(history.events == [1, 2, 3])
  }

  @Test func `receives updates of other threads on the main actor`() async {
    let source = BroadcastSource<Int>()
    let history = History<Bool>()
    let view = body(of: EmptyView().onUpdate(of: source) { _ in history.record(MainQueue.isCurrent) })
    view.appear()
    await onThreads { _ in
      source.send(1)
      history.waitForCount(1)
    }
    #expect(history.events == [true])
    view.disappear()
  }

  @Test func `unsubscribes when it is released without disappearing`() {
    let source = BroadcastSource<Int>()
    var view: (any Appearing)? = body(of: EmptyView().onUpdate(of: source) { _ in })
    view?.appear()
    #expect(source.hasSubscribers)
    view = nil
    #expect(!source.hasSubscribers)
  }
}
