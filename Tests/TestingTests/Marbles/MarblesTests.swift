import TestSupport
import Testing
import Tidings
import TidingsTesting

@Suite("Marbles")
struct MarblesTests {
  private let marbles = Marbles()

  @Test func `draw a hot source, which continues regardless of subscribers`() {
    let source = marbles.hot("-a-b-c-|")
    let late = marbles.record(source, subscribed: "--^--!")
    marbles.expect(source, "-a-b-c-|")
    late.expect("---b-c")
    marbles.expect(source, "|")
  }

  @Test func `draw a cold source, which begins again for each subscriber`() {
    let source = marbles.cold("-a-|")
    let late = marbles.record(source, subscribed: "--^")
    marbles.expect(source, "-a-|")
    late.expect("---a-|")
  }

  @Test func `draw a value, which is there from the beginning`() {
    let value = marbles.value("a--b-|", values: ["a": 1, "b": 2])
    let late = marbles.record(value, subscribed: "----^")
    marbles.expect(value, "a--b-|", values: ["a": 1, "b": 2])
    late.expect("----b|", values: ["b": 2])
  }

  @Test func `draw a task, with its progress, its result and its failure`() {
    marbles.expect(marbles.task("-a--b-(c|)"), "-a--b-(c|)")
    marbles.expect(marbles.task("-a--#"), "-a--#")
    marbles.expect(marbles.task("-a--(#|)"), "-a--(#|)")
    marbles.expect(marbles.task("-a--(#|)"), "-a--#")
    #expect(Failures.of { marbles.expect(marbles.task("-a--#"), "-a--#-|") }.count == 1)
    marbles.expect(marbles.task("-a--|"), "-a--|")
    marbles.expect(marbles.task("-a--b-(c|)"), "-a--b", subscribed: "^----!")
  }

  @Test func `distinguish the success of a task from progress and an end in the same frame`() {
    let task = PublishedTask<String, String, MarbleFailure>(start: { run in
      run.report("a")
      return .ended
    })
    let failures = Failures.of { marbles.expect(task, "(a|)") }
    #expect(failures.count == 1)
    #expect(failures.joined().contains("  received: progress a at 0.0 seconds\n            the end at 0.0 seconds"))
    marbles.expect(PublishedTask<String, String, MarbleFailure>.success("a"), "(a|)")
  }

  @Test func `draw results, which continue after a failure`() {
    let source = marbles.hot(marbles.script("-a-#-b-|", values: ["a": 1, "b": 2], failure: MarbleFailure()))
    let cold = marbles.cold(marbles.script("-a-#-|", values: ["a": 1], failure: MarbleFailure()))
    marbles.expect(source, "-a-#-b-|", values: ["a": 1, "b": 2])
    marbles.expect(cold, "-a-#-|", values: ["a": 1])
    let letters = marbles.hot(marbles.script("-a-#-b|", failure: MarbleFailure()))
    let recording = marbles.record(letters)
    marbles.expect(letters, "-a-#-b|")
    recording.expect("-a-#-b|")
  }

  @Test func `draw a broadcaster of the updates of tasks`() {
    let tasks = marbles.hot("a--b").flatMapLatest { [marbles] _ in marbles.task("-c-|") }
    marbles.expect(tasks.map { $0 }, "-c--c")
  }

  @Test func `draw several things in one frame`() {
    marbles.expect(marbles.hot("-(ab)-(c|)"), "-(ab)-(c|)")
  }

  @Test func `draw several letters with the same value`() {
    let values: [Character: Int?] = ["a": 1, "b": 1, "n": nil]
    marbles.expect(marbles.hot("-a-b-n-a|", values: values), "-b-a-n-b|", values: values)
  }

  @Test func `draw the subscriptions to a stub`() {
    let stub = BroadcasterStub(marbles.script("-a-b-c-|"), scheduler: marbles.scheduler)
    let first = marbles.record(stub.broadcaster, subscribed: "^--!")
    let second = marbles.record(stub.broadcaster, subscribed: "----^")
    marbles.run()
    marbles.expect(stub.subscriptions, "^--!", "----^--|")
    first.expect("-a-b")
    second.expect("-----c-|")
    let message = Failures.of { marbles.expect(stub.subscriptions, "^-!") }
    #expect(message.joined().contains("  expected: ^-!\n  received: ^--!\n            ----^--|"))
  }

  @Test func `subscribe immediately without ^, also if ! is drawn`() {
    marbles.expect(Broadcaster.just("a"), "(a|)", subscribed: "----!")
    let failures = Failures.of { marbles.expect(Broadcaster.just("a"), "-----", subscribed: "----!") }
    #expect(failures.count == 1)
    marbles.expect(marbles.hot("ab"), "a", subscribed: "!")
    marbles.expect(marbles.hot("a--b"), "a", subscribed: "(^!)")
  }

  @Test func `deliver an update of a timer in the frame of !, and none in that of ^`() {
    let timer = Broadcaster.every(.seconds(2), scheduler: marbles.scheduler).map { "\($0)" }
    marbles.expect(timer, "--1-2-3", subscribed: "^-----!")
    let shared = BroadcastSource<String>()
    let first = marbles.record(timer.handleEvents(update: { shared.send($0) }), subscribed: "^-----!")
    let late = marbles.record(shared, subscribed: "----^-!")
    marbles.run()
    first.expect("--1-2-3")
    late.expect("------3")
  }

  @Test func `compare as the documentation shows`() {
    let taps = BroadcasterStub(marbles.script("a-bc-----d|"), scheduler: marbles.scheduler)
    marbles.expect(
      taps.broadcaster.debounce(for: .seconds(2), scheduler: marbles.scheduler),
      "-----c----(d|)")
    marbles.expect(taps.subscriptions, "^---------|")
  }

  @Test func `last for the given time`() {
    let marbles = Marbles(frame: .milliseconds(10))
    #expect(marbles.frames(3) == .milliseconds(30))
    let start = marbles.scheduler.uptime
    let times = History<Duration>()
    let subscription = marbles.hot("--a").attach { _ in times.record(marbles.scheduler.uptime - start) }
    marbles.run()
    #expect(times.events == [.milliseconds(20)])
    subscription.invalidate()
  }

  @Test(arguments: [Duration.seconds(3600), .seconds(1) / 60, .milliseconds(1) / 3])
  func `have exact columns, regardless of the duration of a frame`(_ frame: Duration) {
    let marbles = Marbles(frame: frame)
    for column in 0..<60 {
      let diagram = String(repeating: "-", count: column) + "a"
      marbles.expect(marbles.hot(diagram), diagram)
    }
  }
}

@Suite("A marble diagram that differs from what was delivered")
struct MarbleDifferenceTests {
  private let marbles = Marbles()

  @Test func `is shown with the actual diagram below the expected one`() {
    let message = Failures.of { marbles.expect(marbles.hot("-a--(b|)"), "-a-b--|") }
    #expect(message.joined().contains("  expected: -a-b--|\n  received: -a--(b|)"))
  }

  @Test func `is shown with a legend for values without a letter`() {
    let message = Failures.of {
      marbles.expect(marbles.hot("-a-b-|", values: ["a": 10, "b": 20]), "-a-|", values: ["a": 10])
    }
    #expect(message.joined().contains("  received: -a-z-|\n            z = 20"))
  }

  @Test func `is shown as a list, where it cannot be drawn`() {
    let message = Failures.of {
      marbles.expect(marbles.hot("-a---|").receive(on: Late(marbles.scheduler)), "-a---|")
    }
    #expect(message.joined().contains("  received: a at 1.5 seconds\n            the end at 5.5 seconds"))
  }

  @Test func `reports what comes after the last column, too`() {
    let message = Failures.of { marbles.expect(marbles.hot("-a--------b"), "-a-") }
    #expect(message.joined().contains("  received: -a--------b"))
  }

  @Test func `leaves no objects of endless publishers`() async {
    await LiveScope.expectingNoLeaks {
      let marbles = Marbles()
      marbles.expect(marbles.value("a-b"), "a-b")
      marbles.expect(marbles.hot("-a-"), "-a-")
    }
  }

  @Test func `is reported where the time has not reached its end`() {
    let recording = marbles.record(marbles.hot("--a"), subscribed: "-^")
    let message = "The time has not reached the end of the diagram ---. Call run()"
    #expect(Failures.of { recording.expect("---") }.joined().contains(message))
    marbles.run()
    recording.expect("--a")
    #expect(Failures.of { recording.expect("--a" + String(repeating: "-", count: 200)) }.count == 1)
  }

  @Test func `reports a letter without a value, and a diagram that cannot be read`() {
    #expect(
      Failures.of { marbles.expect(marbles.hot("a|", values: ["a": 1]), "b|") }.joined().contains(
        "has b, but the values do not"))
    #expect(
      Failures.of { _ = marbles.hot("a-#") }.joined().contains("has a #. For results, use script(_:values:failure:)"))
    for diagram in ["^-a-!", "-a-!"] {
      #expect(
        Failures.of { marbles.expect(marbles.hot("--a"), diagram) }.first
          == "A marble diagram of deliveries has ^ or !, which belong to 'subscribed:'.")
    }
    #expect(Failures.of { _ = marbles.hot("^-a!") }.joined().contains("has ^ or !, which belong to 'subscribed:'"))
    #expect(Failures.of { _ = marbles.hot("a-(b|") }.joined().contains("at column 3: this group is not closed"))
    for diagram in ["^--a", "^-|", "^-#", "!-^", "!!", "---"] {
      let failures = Failures.of { _ = marbles.record(marbles.hot("a"), subscribed: diagram) }
      #expect(failures == ["A marble diagram of a subscription has ^, !, or both in this order."])
    }
    #expect(Failures.of { marbles.expect(marbles.hot("a|"), "a(|") }.count == 1)
    #expect(Failures.of { marbles.expect([StubSubscription](), "(^|") }.count == 1)
  }

  @Test func `ends the program with the syntax error, where a value would have no initial value`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Failures.of { _ = Marbles().value("a-(b|") }
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("at column 3: this group is not closed"))
    #expect(!message.contains("initial value"))
  }
}

/// Half a second late.
private struct Late: UpdateScheduler {
  let scheduler: ManualScheduler

  init(_ scheduler: ManualScheduler) {
    self.scheduler = scheduler
  }

  var uptime: Duration { scheduler.uptime }
  var isCurrent: Bool { false }

  func enqueue(_ job: @escaping @Sendable () -> Void) {
    // The token is kept by the job that it would cancel.
    let token = Held<Subscription>()
    token.hold(
      scheduler.enqueue(after: .milliseconds(500)) {
        job()
        token.letGo()
      })
  }

  func enqueue(
    after delay: Duration, tolerance: Duration, _ job: @escaping @Sendable () -> Void
  ) -> Subscription {
    scheduler.enqueue(after: delay + .milliseconds(500), tolerance: tolerance, job)
  }
}
