import Combine
import TestSupport
import Testing
import Tidings
import TidingsTesting

@Suite("A Combine publisher as a task")
struct CombineToTaskTests {
  @Test("succeeds with the last value when it finishes")
  func last() throws {
    let subject = PassthroughSubject<Int, Fault>()
    let recorder = subject.publishedTask().record()
    subject.send(1)
    subject.send(2)
    #expect(recorder.all.isEmpty)
    subject.send(completion: .finished)
    #expect(recorder.all == [.completed(.success(2))])
    #expect(recorder.end != nil)
  }

  @Test("fails with its failure")
  func failure() {
    let subject = PassthroughSubject<Int, Fault>()
    let recorder = subject.publishedTask().record()
    subject.send(1)
    subject.send(completion: .failure(.broken))
    #expect(recorder.all == [.completed(.failure(.broken))])
  }

  @Test("ends without a result when it finishes without a value")
  func nothing() {
    let subject = PassthroughSubject<Int, Fault>()
    let recorder = subject.publishedTask().record()
    subject.send(completion: .finished)
    #expect(recorder.all.isEmpty)
    #expect(recorder.end != nil)
  }

  @Test("takes the first value where Combine does")
  func first() {
    let subject = PassthroughSubject<Int, Fault>()
    let recorder = subject.first().publishedTask().record()
    subject.send(1)
    #expect(recorder.all == [.completed(.success(1))])
  }

  @Test("starts with the first subscriber, keeps its result, and starts no second time")
  func once() async throws {
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

  @Test("is cancelled when the last subscriber leaves, and then starts anew")
  func cancelled() {
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

  @Test("goes there and back")
  func roundTrip() {
    let source = TaskSource<Int, String, Fault>()
    let recorder = source.combinePublisher.publishedTask().record()
    source.succeed("done")
    #expect(recorder.all == [.completed(.success("done"))])
  }
}
