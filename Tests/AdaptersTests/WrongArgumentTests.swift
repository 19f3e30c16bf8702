import Dispatch
import TestSupport
import Testing
import Tidings
import TidingsTesting

/// A call with a wrong argument, and the message with which the process ends.
private struct Trap: Sendable {
  let message: String
  let call: @Sendable () -> Void

  init(_ message: String, _ call: @escaping @Sendable () -> Void) {
    self.message = message
    self.call = call
  }
}

@Suite("Wrong arguments")
struct WrongArgumentTests {
  @Test(arguments: traps.indices) func `trap with a message`(index: Int) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [index] in
      WrongArgumentTests.traps[index].call()
    }
    #expect(result.message.contains(Self.traps[index].message))
  }

  private static let traps = [
    Trap("takes a buffer of one update or more, not 0") { _ = Broadcaster.just(1).values(buffering: .newest(0)) },
    Trap("collect(_:) takes a count of one or more, not 0") { _ = Broadcaster<Int>.never.collect(0) },
    Trap("buffering: takes a buffer of one update or more, not 0") {
      _ = Broadcaster<Int>.never.receive(on: DispatchQueue.main, buffering: .newest(0))
    },
    Trap("prefix(_:) takes a count of zero or more, not -1") { _ = Broadcaster<Int>.never.prefix(-1) },
    Trap("dropFirst(_:) takes a count of zero or more, not -1") { _ = Broadcaster<Int>.never.dropFirst(-1) },
    Trap("suffix(_:) takes a count of zero or more, not -1") { _ = Broadcaster<Int>.never.suffix(-1) },
    Trap("retrying(attempts:when:_:) takes one attempt or more, not 0") {
      _ = PublishedTask<Int, Int, Fault>.retrying(attempts: 0, when: { _ in Broadcaster.just(0) }) { _ in .success(1) }
    },
    Trap("retry(_:) takes a count of zero or more, not -1") { _ = Broadcaster<Result<Int, any Error>>.never.retry(-1) },
    Trap("retrying(attempts:while:_:) takes one attempt or more, not 0") {
      _ = PublishedTask<Int, Int, Never>.retrying(attempts: 0) { _ in .success(1) }
    },
    Trap("takes a factor of one or more, not 0.5") { _ = Backoff.exponential(initial: .seconds(1), factor: 0.5) },
    Trap("delay(beforeRetry:using:) counts from 1, not 0") {
      var generator = SystemRandomNumberGenerator()
      _ = Backoff.constant(.zero).delay(beforeRetry: 0, using: &generator)
    },
    Trap("replay(_:whenUnused:) takes a count of zero or more, not -1") { _ = Broadcaster<Int>.never.replay(-1) },
    Trap("flatMap(maximumConcurrent:_:) takes a maximum of one or more, not 0") {
      _ = Broadcaster<Int>.never.flatMap(maximumConcurrent: 0) { Broadcaster.just($0) }
    },
    Trap("buffering: takes a buffer of one update or more, not 0") {
      _ = Broadcaster<Int>.never.gate(by: Broadcaster.just(true), buffering: .newest(0))
    },
    Trap("buffering: takes a buffer of one update or more, not 0") {
      _ = Broadcaster<Int>.never.subscribe(buffering: .newest(0)) { _ in }
    },
    Trap("collect(every:…) takes an interval greater than zero, not 0.0 seconds") {
      _ = Broadcaster<Int>.never.collect(every: .zero, scheduler: ManualScheduler())
    },
    Trap("collect(every:count:…) takes a count of one or more, not 0") {
      _ = Broadcaster<Int>.never.collect(every: .seconds(1), count: 0, scheduler: ManualScheduler())
    },
    Trap("sample(every:scheduler:) takes an interval greater than zero, not 0.0 seconds") {
      _ = Broadcaster<Int>.never.sample(every: .zero, scheduler: ManualScheduler())
    },
    Trap("firstToFinish() takes one task or more, not 0") { _ = [PublishedTask<Int, Int, Never>]().firstToFinish() },
    Trap("firstSuccess() takes one task or more, not 0") { _ = [PublishedTask<Int, Int, Never>]().firstSuccess() },
    Trap("after(_:repeating:…) takes an interval greater than zero, not 0.0 seconds") {
      _ = Broadcaster.after(.seconds(1), repeating: .zero, scheduler: ManualScheduler())
    },
    Trap("every(_:…) takes an interval greater than zero, not 0.0 seconds") {
      _ = Broadcaster.every(.zero, scheduler: ManualScheduler())
    },
    Trap("every(_:…) takes an interval greater than zero, not -1.0 seconds") {
      _ = Broadcaster.every(.seconds(-1), scheduler: ManualScheduler())
    },
    Trap("restart() was called before start(after:repeating:tolerance:)") {
      let timer = TimerSource(scheduler: ManualScheduler())
      timer.restart()
    },
    Trap("start(after:repeating:) takes an interval greater than zero, not -1.0 seconds") {
      let timer = TimerSource(scheduler: ManualScheduler())
      timer.start(after: .zero, repeating: .seconds(-1))
    },
  ]
}
