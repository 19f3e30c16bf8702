import Dispatch
import TestSupport
import Testing
import Tidings
import TidingsCore

@MainActor private protocol ScannerDelegate: AnyObject {
  func scanner(didFind code: String)
}

/// A class of the main actor that is not Sendable, with a weak delegate.
@MainActor private final class Scanner {
  weak var delegate: (any ScannerDelegate)?
  private let history: History<String>

  init(_ history: History<String>) {
    self.history = history
  }

  func start() {
    history.record("start")
    delegate?.scanner(didFind: "first")
  }

  func stop() {
    history.record("stop")
  }
}

@MainActor private final class Events: ScannerDelegate {
  private let source: BroadcastSource<String>

  init(sendingTo source: BroadcastSource<String>) {
    self.source = source
  }

  func scanner(didFind code: String) {
    source.send(code)
  }
}

@Suite("Publishers that start on the main actor")
struct StartOnMainActorTests {
  private let history = History<String>()

  private var codes: Broadcaster<String> {
    Broadcaster(on: MainActor.shared) { [history] source in
      let scanner = Scanner(history)
      let events = Events(sendingTo: source)
      scanner.delegate = events
      scanner.start()
      return (scanner, events)
    } stop: { scanner, _ in
      scanner.stop()
    }
  }

  @Test @MainActor
  func `A publisher starts before attach returns and stops before invalidate returns`() {
    let subscription = codes.attach { [history] in history.record($0) }
    #expect(history.events == ["start", "first"])
    subscription.invalidate()
    #expect(history.events == ["start", "first", "stop"])
  }

  @Test func `A publisher that is subscribed to on another thread starts and stops on the main actor`() async {
    let codes = codes
    await onThreads { [history] _ in
      let subscription = codes.attach { [history] in history.record($0) }
      history.wait(for: "first")
      subscription.invalidate()
      history.wait(for: "stop")
    }
    #expect(history.events == ["start", "first", "stop"])
  }

  @Test @MainActor
  func `A run that another thread has cancelled stops before the next one starts`() {
    let codes = codes
    let first = codes.attach { _ in }
    waitForThread { first.invalidate() }
    #expect(history.events == ["start"])
    let second = codes.attach { _ in }
    #expect(history.events == ["start", "stop", "start"])
    second.invalidate()
    #expect(history.events == ["start", "stop", "start", "stop"])
  }

  @Test @MainActor
  func `A run that is cancelled before its start is not started`() {
    let codes = codes
    waitForThread { codes.attach { _ in }.invalidate() }
    codes.attach { _ in }.invalidate()
    #expect(history.events == ["start", "stop"])
  }

  @Test @MainActor
  func `A subscriber that unsubscribes during the start stops the run`() {
    let codes = codes
    let left = codes.prefix(1).attach { [history] in history.record($0) }
    #expect(history.events == ["start", "first", "stop"])
    withExtendedLifetime(left) {}
  }

  /// Blocks the main actor until the body has returned on another thread.
  @MainActor
  private func waitForThread(_ body: @escaping @Sendable () -> Void) {
    let isDone = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      body()
      isDone.signal()
    }
    isDone.wait()
  }

  @Test @MainActor
  func `A task stops its object when it completes`() {
    let task = PublishedTask<Never, Int, Never>(on: MainActor.shared) { [history] run in
      history.record("start")
      run.succeed(1)
      return Scanner(history)
    } stop: {
      $0.stop()
    }
    let subscription = task.subscribe(success: { [history] in history.record("\($0)") })
    #expect(history.events == ["start", "1", "stop"])
    withExtendedLifetime(subscription) {}
  }
}
