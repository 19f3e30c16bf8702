import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("A task of a completion handler")
struct CallbackTests {
  private typealias Completion = @Sendable (Result<Int, Fault>) -> Void

  /// A callback-based client from before Swift concurrency.
  private final class Client: Sendable {
    let log = History<String>()
    let held = Held<Held<Completion>>()

    @discardableResult
    func fetch(_ name: String, completion: @escaping Completion) -> Request {
      log.record("fetch \(name)")
      held.hold(Held(completion))
      return Request(log: log)
    }

    func complete(_ result: Result<Int, Fault>) {
      held.current?.current?(result)
    }

    func releaseCompletion() {
      held.letGo()
    }
  }

  private struct Request: Sendable {
    let log: History<String>

    func cancel() {
      log.record("cancel")
    }
  }

  @Test func `completes with the first result, and does not cancel the request afterwards`() {
    let client = Client()
    let task = PublishedTask(callback: { client.fetch("x", completion: $0) }, cancel: { $0.cancel() })
    #expect(client.log.events == [])
    let subscription = task.record(in: client.log)
    client.complete(.success(1))
    client.complete(.failure(Fault()))
    #expect(client.log.events == ["fetch x", "success 1", "end"])
    client.releaseCompletion()
    withExtendedLifetime(subscription) {}
  }

  @Test(arguments: [false, true])
  func `fails if its handler is called with a failure immediately`(cancels: Bool) {
    let log = History<String>()
    let task: PublishedTask<Never, Int, Fault> =
      cancels
      ? PublishedTask(callback: { $0(.failure(Fault(code: 1))) }, cancel: { log.record("cancel") })
      : PublishedTask(callback: { $0(.failure(Fault(code: 1))) })
    let subscription = task.record(in: log)
    #expect(log.events == ["failure 1", "end"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `cancels the request when the last subscriber leaves, and starts again`() async {
    await LiveScope.expectingNoLeaks {
      let client = Client()
      let task = PublishedTask(callback: { client.fetch("x", completion: $0) }, cancel: { $0.cancel() })
      task.record(in: client.log).invalidate()
      client.complete(.success(1))
      #expect(client.log.events == ["fetch x", "cancel"])
      let again = task.record(in: client.log)
      client.complete(.success(2))
      #expect(client.log.events == ["fetch x", "cancel", "fetch x", "success 2", "end"])
      client.releaseCompletion()
      withExtendedLifetime(again) {}
    }
  }

  @Test func `continues without subscribers if it cannot be cancelled`() {
    let client = Client()
    let task = PublishedTask(callback: { client.fetch("x", completion: $0) })
    task.record(in: client.log).invalidate()
    client.complete(.success(1))
    #expect(client.log.events == ["fetch x"])
    client.releaseCompletion()
  }

  @Test func `ends without a result when the completion handler is released`() {
    let client = Client()
    let task = PublishedTask(callback: { client.fetch("x", completion: $0) })
    let subscription = task.record(in: client.log)
    client.releaseCompletion()
    #expect(client.log.events == ["fetch x", "end"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `can be cancelled by a closure that the function returns`() {
    let log = History<String>()
    let held = Held<Held<Completion>>()
    let task = PublishedTask<Never, Int, Fault>(
      callback: { completion in
        held.hold(Held(completion))
        return { @Sendable in log.record("cancel") }
      }, cancel: { $0() })
    task.attach { _ in }.invalidate()
    #expect(log.events == ["cancel"])
    held.letGo()
  }
}
