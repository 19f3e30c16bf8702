import Combine
import TestSupport
import Testing
import Tidings
import TidingsTesting

@Suite("A Combine publisher as a task")
struct CombineToTaskTests {
  @Test func `succeeds with the last value when it finishes`() throws {
    let subject = PassthroughSubject<Int, Fault>()
    let recorder = subject.publishedTask().record()
    subject.send(1)
    subject.send(2)
    #expect(recorder.updates.isEmpty)
    subject.send(completion: .finished)
    #expect(recorder.updates == [.completed(.success(2))])
    #expect(recorder.end != nil)
  }

  @Test func `fails with its failure`() {
    let subject = PassthroughSubject<Int, Fault>()
    let recorder = subject.publishedTask().record()
    subject.send(1)
    subject.send(completion: .failure(.broken))
    #expect(recorder.updates == [.completed(.failure(.broken))])
  }

  @Test func `ends without a result when it finishes without a value`() {
    let subject = PassthroughSubject<Int, Fault>()
    let recorder = subject.publishedTask().record()
    subject.send(completion: .finished)
    #expect(recorder.updates.isEmpty)
    #expect(recorder.end != nil)
  }

  @Test func `takes the first value where Combine does`() {
    let subject = PassthroughSubject<Int, Fault>()
    let recorder = subject.first().publishedTask().record()
    subject.send(1)
    #expect(recorder.updates == [.completed(.success(1))])
  }

  @Test func `starts with the first subscriber, keeps its result, and starts no second time`() async throws {
    let history = History<String>()
    let task = Deferred {
      Future<Int, Fault> { promise in
        history.record("start")
        promise(.success(3))
      }
    }.publishedTask()
    #expect(history.events == [])
    #expect(try await task.value == 3)
    #expect(try await task.value == 3)
    #expect(history.events == ["start"])
  }

  @Test func `is cancelled with the last subscriber, and then starts again`() {
    var log: [String] = []
    let task = PassthroughSubject<Int, Never>()
      .handleEvents(
        receiveSubscription: { _ in log.append("subscribe") }, receiveCancel: { log.append("cancel") }
      ).publishedTask()
    let first = task.record()
    first.stop()
    #expect(log == ["subscribe", "cancel"])
    let second = task.record()
    #expect(log == ["subscribe", "cancel", "subscribe"])
    second.stop()
  }

  @Test func `goes there and back`() {
    let source = TaskSource<Int, String, Fault>()
    let recorder = source.combinePublisher.publishedTask().record()
    source.succeed("done")
    #expect(recorder.updates == [.completed(.success("done"))])
  }
}
