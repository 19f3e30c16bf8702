import TestSupport
import Testing
import Tidings

/// A typical reader of a framework that is not Sendable and calls a closure.
private final class Reader {
  var onCode: ((String) -> Void)?
  private let history: History<String>

  init(_ history: History<String>) {
    self.history = history
  }

  func start() {
    history.record("start")
    onCode?("first")
  }

  func stop() {
    history.record("stop")
  }

  deinit {
    history.record("released")
  }
}

@Suite("Publishers that start and stop an object")
struct StartAndStopTests {
  private let history = History<String>()

  @Test func `A broadcaster creates its object for the first subscriber and stops it after the last, repeatedly`() {
    let codes = Broadcaster<String> { [history] source in
      let reader = Reader(history)
      reader.onCode = { source.send($0) }
      reader.start()
      return reader
    } stop: {
      $0.stop()
    }
    for _ in 1...2 {
      let first = codes.attach { [history] in history.record($0) }
      let second = codes.attach { [history] in history.record($0) }
      first.invalidate()
      #expect(history.events == ["start", "first"])
      second.invalidate()
      #expect(history.events == ["start", "first", "stop", "released"])
      history.removeAll()
    }
  }

  @Test func `An object that finishes the broadcaster is stopped`() {
    let codes = Broadcaster<String> { [history] source in
      let reader = Reader(history)
      reader.onCode = {
        source.send($0); source.finish()
      }
      reader.start()
      return reader
    } stop: {
      $0.stop()
    }
    let subscription = codes.attach({ [history] in history.record($0) }, ended: { [history] in history.record("end") })
    #expect(history.events.sorted() == ["end", "first", "released", "start", "stop"])
    withExtendedLifetime(subscription) {}
  }

  @Test(arguments: [false, true])
  func `A task stops its object once when it completes or is cancelled`(completes: Bool) {
    let held = Held<TaskRun<Never, String, Never>>()
    let task = PublishedTask<Never, String, Never> { [history] run in
      held.hold(run)
      let reader = Reader(history)
      reader.start()
      return reader
    } stop: {
      $0.stop()
    }
    let subscription = task.attach { [history] in history.record("\($0)") }
    if completes { held.current?.succeed("code") } else { subscription.invalidate() }
    held.letGo()
    subscription.invalidate()
    #expect(history.events == ["start", "stop", "released"] + (completes ? ["success(\"code\")"] : []))
  }
}
