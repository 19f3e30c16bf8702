import TestSupport
import Testing
import Tidings

@Suite("Gate")
struct GateTests {
  private let source = BroadcastSource<Int>()
  private let isOpen = PublishedProperty(true)
  private let history = History<String>()

  private func send(_ updates: Int...) {
    for update in updates { source.send(update) }
  }

  @Test func `delivers all pending updates, even if it is closed again during their delivery`() {
    isOpen.value = false
    let subscription = source.gate(by: isOpen).attach { [source, isOpen, history] update in
      history.record("\(update)")
      guard update == 1 else { return }
      isOpen.value = false
      source.send(4)
    }
    send(1, 2, 3)
    isOpen.value = true
    send(5)
    #expect(history.events == ["1", "2", "3", "4"])
    isOpen.value = true
    #expect(history.events == ["1", "2", "3", "4", "5"])
    subscription.invalidate()
  }

  @Test func `can be cancelled during the delivery of a pending update`() {
    isOpen.value = false
    let subscription = source.gate(by: isOpen).prefix(1).recordAll(in: history)
    send(1, 2)
    isOpen.value = true
    #expect(history.events == ["1", "end"])
    #expect(!subscription.isActive)
    #expect(!source.hasSubscribers)
    #expect(!isOpen.hasSubscribers)
  }

  @Test func `drops updates that do not fit into the buffer, and reports them`() {
    isOpen.value = false
    let dropped = History<Int>()
    let newest = source.gate(by: isOpen, buffering: .newest(2)) { dropped.record($0) }
      .attach { [history] in history.record("newest \($0)") }
    let oldest = source.gate(by: isOpen, buffering: .oldest(2)) { dropped.record($0 * 10) }
      .attach { [history] in history.record("oldest \($0)") }
    send(1, 2, 3)
    #expect(dropped.events == [1, 30])
    isOpen.value = true
    #expect(history.events == ["newest 2", "newest 3", "oldest 1", "oldest 2"])
    newest.invalidate()
    oldest.invalidate()
  }

  @Test func `reports pending updates as dropped when a closed gate ends`() {
    let gate = BroadcastSource<Bool>()
    let subscription = source.gate(by: gate) { [history] in history.record("dropped \($0)") }.recordAll(in: history)
    send(1, 2)
    gate.finish()
    #expect(history.events == ["dropped 1", "dropped 2", "end"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `delivers every update once and in order while another thread opens and closes it`() async {
    let numbers = History<Int>()
    let subscription = source.gate(by: isOpen).attach { numbers.record($0) }
    await onThreads(2) { [source, isOpen] index in
      for update in 1...2_000 {
        if index == 0 { source.send(update) } else { isOpen.value = update.isMultiple(of: 3) }
      }
    }
    isOpen.value = true
    await onThreads { _ in numbers.waitForCount(2_000) }
    #expect(numbers.events == Array(1...2_000))
    subscription.invalidate()
  }
}
