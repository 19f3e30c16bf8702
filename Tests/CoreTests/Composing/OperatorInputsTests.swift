import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("An operator with several inputs")
struct OperatorInputsTests {
  private let a = BroadcastSource<Int>()
  private let b = BroadcastSource<Int>()
  private let history = History<String>()

  private func listen(to publisher: some Publisher<Int>) -> Subscription {
    let subscription = publisher.attach { [history] in history.record("\($0)") }
    subscription.whenEnded { [history] in history.record("end") }
    return subscription
  }

  @Test func `has separate state for each subscription`() {
    let sums = Broadcaster<Int>(remembering: 0) { [a] inputs, output in
      inputs.connect(a) { sum, update in
        sum += update
        output(sum)
      }
    }
    let first = listen(to: sums)
    a.send(1)
    let second = listen(to: sums)
    a.send(2)
    #expect(history.events == ["1", "3", "2"])
    first.invalidate()
    second.invalidate()
  }

  @Test func `delivers updates that its subscriber sends during the start after the current update, in order`() {
    let first = PublishedProperty(0)
    let merged = Broadcaster<Int>(remembering: ()) { [a] inputs, output in
      inputs.connect(a, to: output)
      inputs.connect(first, to: output)
      inputs.connect(Broadcaster.just(10), to: output)
    }
    let subscription = merged.attach { [a, history] update in
      history.record("\(update) begins")
      if update == 0 { for next in 1...2 { a.send(next) } }
      history.record("\(update) returns")
    }
    let expected = [0, 1, 2, 10].flatMap { ["\($0) begins", "\($0) returns"] }
    #expect(history.events == expected)
    subscription.invalidate()
  }

  @Test func `connects no further upstream if an initial update ends the subscription`() {
    let first = PublishedProperty(1)
    let starts = History<String>()
    let second = Broadcaster<Int> { source in
      starts.record("started")
      return Subscription { _ = source }
    }
    let subscription = listen(
      to: Broadcaster<Int>(remembering: ()) { inputs, output in
        inputs.connect(first, to: output)
        inputs.connect(second, to: output)
      }.prefix(1))
    #expect(history.events == ["1", "end"])
    #expect(starts.events.isEmpty)
    #expect(!first.hasSubscribers)
    subscription.invalidate()
  }

  @Test func `handles an input that is sent inside a handler after that handler has returned`() {
    let result = Broadcaster<Int>(remembering: ()) { [a, b, history] inputs, output in
      for source in [a, b] {
        inputs.connect(source) { _, update in
          history.record("begin")
          if update == 1 { b.send(2) }
          output(update)
          history.record("return")
        }
      }
    }
    let subscription = listen(to: result)
    a.send(1)
    #expect(history.events == ["begin", "1", "return", "begin", "2", "return"])
    subscription.invalidate()
  }

  @Test func `unsubscribes from all upstreams when it ends inside a handler`() {
    let result = Broadcaster<Int>(remembering: ()) { [a, b] inputs, output in
      for source in [a, b] {
        inputs.connect(source) { _, update in
          output(update)
          if update == 1 { output.end() }
        }
      }
    }
    let subscription = listen(to: result)
    a.send(1)
    b.send(2)
    #expect(history.events == ["1", "end"])
    #expect(!a.hasSubscribers)
    #expect(!b.hasSubscribers)
    subscription.invalidate()
  }

  @Test func `handles the end of each upstream after its last update`() {
    let result = Broadcaster<Int>(remembering: ()) { [a, b] inputs, output in
      inputs.connect(a, to: output) { _ in output(-1) }
      inputs.connect(b, to: output) { _ in output(-1) }
    }
    let subscription = listen(to: result)
    a.send(1)
    a.finish()
    b.finish()
    #expect(history.events == ["1", "-1", "-1"])
    subscription.invalidate()
  }

  @Test func `connects and disconnects upstreams while it runs`() {
    let result = Broadcaster<Int>(remembering: Upstreams.Key?.none) { [a, b] inputs, output in
      inputs.connect(a) { followed, update in
        output(update)
        switch update {
        case 1: followed = inputs.connect(b, to: output)
        case 2: followed.map { inputs.disconnect($0) }
        default: break
        }
      }
    }
    let subscription = listen(to: result)
    b.send(10)
    a.send(1)
    b.send(11)
    a.send(2)
    b.send(12)
    #expect(history.events == ["1", "11", "2"])
    #expect(!b.hasSubscribers)
    subscription.invalidate()
  }

  @Test func `handles an input that its own handler adds after the current one`() {
    let result = Broadcaster<Int>(remembering: ()) { [a] inputs, output in
      inputs.connect(a) { _, update in
        if update == 1 { inputs.put { _ in output(2) } }
        output(update)
      }
    }
    let subscription = listen(to: result)
    a.send(1)
    #expect(history.events == ["1", "2"])
    subscription.invalidate()
  }

  @Test func `delivers no further updates for the same input after the subscriber unsubscribes`() {
    let result = Broadcaster<Int>(remembering: ()) { [a] inputs, output in
      inputs.connect(a) { _, update in output(contentsOf: update..<update + 3) }
    }
    let held = Held<Subscription>()
    let subscription = result.attach { [history] update in
      history.record("\(update)")
      if update == 2 { held.current?.invalidate() }
    }
    held.hold(subscription)
    a.send(1)
    #expect(history.events == ["1", "2"])
    #expect(!subscription.isActive)
    held.letGo()
  }

  @Test func `without upstreams ends immediately with endWithAll, and stays open otherwise`() {
    #expect(!listen(to: Broadcaster<Int>(remembering: ()) { inputs, _ in inputs.endWithAll() }).isActive)
    let open = listen(to: Broadcaster<Int>(remembering: ()) { _, _ in })
    #expect(open.isActive)
    open.invalidate()
  }

  @Test func `handles inputs from several threads one at a time, with shared state`() async {
    let result = Broadcaster<Int>(remembering: 0) { [a, b] inputs, output in
      for source in [a, b] {
        inputs.connect(source) { count, _ in
          count += 1
          output(count)
        }
      }
    }
    let counts = History<Int>()
    let subscription = result.attach { counts.record($0) }
    await onThreads(2) { thread in
      for update in 0..<10_000 { (thread == 0 ? a : b).send(update) }
    }
    await onThreads { _ in counts.waitForCount(20_000) }
    #expect(counts.events == Array(1...20_000))
    subscription.invalidate()
  }
}
