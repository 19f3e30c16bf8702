import TestSupport
import Testing
import Tidings

@Suite("Logged")
struct LoggedTests {
  @Test func `writes a line for each event`() {
    let source = BroadcastSource<Int>()
    let history = History<String>()
    let logged = source.logged(label: "taps") { history.record($0) }
    let first = logged.attach { _ in }
    source.send(3)
    first.invalidate()
    let second = logged.attach { _ in }
    source.finish()
    #expect(
      history.events == ["taps: subscribed", "taps: 3", "taps: invalidated", "taps: subscribed", "taps: ended"])
    withExtendedLifetime(second) {}
  }

  @Test func `of a value is a value`() {
    let property = PublishedProperty(1)
    let history = History<String>()
    let value: PublishedValue<Int> = property.publishedValue.logged(label: "volume") { history.record($0) }
    let subscription = value.attach { _ in }
    property.value = 2
    #expect(value.value == 2)
    #expect(history.events == ["volume: subscribed", "volume: 1", "volume: 2"])
    subscription.invalidate()
  }

  @Test func `of a task is a task`() {
    let source = TaskSource<Double, Int, Never>()
    let history = History<String>()
    let task: PublishedTask<Double, Int, Never> = source.publishedTask.logged(label: "file") { history.record($0) }
    let subscription = task.attach { _ in }
    source.report(0.5)
    source.succeed(1)
    #expect(
      history.events == ["file: subscribed", "file: inProgress(0.5)", "file: completed(success(1))", "file: ended"])
    subscription.invalidate()
  }

  @Test func `prints by default`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      let subscription = Broadcaster.just(3).logged(label: "taps").attach { _ in }
      withExtendedLifetime(subscription) {}
    }
    let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    #expect(output.contains("taps: subscribed\ntaps: 3\ntaps: ended\n"))
  }
}
