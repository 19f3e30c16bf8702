import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("A multiInput")
struct MultiInputOperatorTests {
  private let a = BroadcastSource<Int>()
  private let b = BroadcastSource<Int>()
  private let history = History<String>()

  private var merged: Broadcaster<Int> {
    Broadcaster(
      MultiInputOperator(from: { [a, b] inputs in
        inputs.connect(a)
        inputs.connect(b)
        inputs.endWithAll()
      }) { update, output in output(update) })
  }

  private func listen(to publisher: some Publisher<Int>) -> Subscription {
    let subscription = publisher.attach { [history] in history.record("\($0)") }
    subscription.whenEnded { [history] in history.record("end") }
    return subscription
  }

  @Test
  func `puts the inputs of all upstreams in a row, and ends when all have ended`() {
    let subscription = listen(to: merged)
    a.send(1)
    b.send(2)
    b.finish()
    a.send(3)
    a.finish()
    #expect(history.events == ["1", "2", "3", "end"])
    #expect(!subscription.isActive)
  }

  @Test
  func `is one of its own for each subscription`() {
    let sums = Broadcaster<Int>(
      MultiInputOperator(from: { [a] inputs in inputs.connect(a) }, remembering: 0) { sum, update, output, _ in
        sum += update
        output(sum)
      })
    let first = listen(to: sums)
    a.send(1)
    let second = listen(to: sums)
    a.send(2)
    #expect(history.events == ["1", "3", "2"])
    first.invalidate()
    second.invalidate()
  }

  @Test
  func `delivers what its subscriber publishes during the start after what it is called with, in order`() {
    let first = PublishedProperty(0)
    let merged = Broadcaster<Int>(
      MultiInputOperator(from: { [a] inputs in
        inputs.connect(a)
        inputs.connect(first)
        inputs.connect(Broadcaster.just(10))
      }) { update, output in output(update) })
    let subscription = merged.attach { [a, history] update in
      history.record("\(update) begins")
      if update == 0 { for next in 1...2 { a.send(next) } }
      history.record("\(update) returns")
    }
    let expected = [0, 1, 2, 10].flatMap { ["\($0) begins", "\($0) returns"] }
    #expect(history.events == expected)
    subscription.invalidate()
  }

  @Test
  func `connects no further upstream after an initial update that made the subscriber leave`() {
    let first = PublishedProperty(1)
    let starts = History<String>()
    let second = Broadcaster<Int> { source in
      starts.record("started")
      return Subscription { _ = source }
    }
    let subscription = listen(
      to: Broadcaster<Int>(
        MultiInputOperator(from: { inputs in
          inputs.connect(first)
          inputs.connect(second)
        }) { update, output in output(update) }
      ).prefix(1))
    #expect(history.events == ["1", "end"])
    #expect(starts.events.isEmpty)
    #expect(!first.hasSubscribers)
    subscription.invalidate()
  }

  @Test
  func `calls its rule again for an input from inside only when it has returned`() {
    let rule = Broadcaster<Int>(
      MultiInputOperator(from: { [a, b] inputs in
        inputs.connect(a)
        inputs.connect(b)
      }) { [b, history] update, output in
        history.record("begin")
        if update == 1 { b.send(2) }
        output(update)
        history.record("return")
      })
    let subscription = listen(to: rule)
    a.send(1)
    #expect(history.events == ["begin", "1", "return", "begin", "2", "return"])
    subscription.invalidate()
  }

  @Test
  func `ends from inside, and takes nothing after that`() {
    let rule = Broadcaster<Int>(
      MultiInputOperator(from: { [a, b] inputs in
        inputs.connect(a)
        inputs.connect(b)
      }) { update, output in
        output(update)
        if update == 1 { output.end() }
      })
    let subscription = listen(to: rule)
    a.send(1)
    b.send(2)
    #expect(history.events == ["1", "end"])
    #expect(!a.hasSubscribers)
    #expect(!b.hasSubscribers)
    subscription.invalidate()
  }

  @Test
  func `passes each end to its rule, after the last update of that upstream`() {
    let rule = Broadcaster<Int>(
      MultiInputOperator<Int?, Int>(from: { [a, b] inputs in
        inputs.connect(a, ended: .some(nil)) { $0 }
        inputs.connect(b, ended: .some(nil)) { $0 }
      }) { update, output in output(update ?? -1) })
    let subscription = listen(to: rule)
    a.send(1)
    a.finish()
    b.finish()
    #expect(history.events == ["1", "-1", "-1"])
    subscription.invalidate()
  }

  @Test
  func `connects and disconnects upstreams while it runs`() {
    let rule = Broadcaster<Int>(
      MultiInputOperator(
        from: { [a] inputs in inputs.connect(a) }, remembering: Upstreams.Key?.none
      ) { [b] followed, update, output, inputs in
        output(update)
        switch update {
        case 1: followed = inputs.connect(b) { $0 }
        case 2: followed.map { inputs.disconnect($0) }
        default: break
        }
      })
    let subscription = listen(to: rule)
    b.send(10)
    a.send(1)
    b.send(11)
    a.send(2)
    b.send(12)
    #expect(history.events == ["1", "11", "2"])
    #expect(!b.hasSubscribers)
    subscription.invalidate()
  }

  @Test
  func `takes what comes from no upstream, behind the input under way`() {
    let rule = Broadcaster<Int>(
      MultiInputOperator(from: { [a] inputs in inputs.connect(a) }, remembering: ()) { _, update, output, inputs in
        if update == 1 { inputs.put(2) }
        output(update)
      })
    let subscription = listen(to: rule)
    a.send(1)
    #expect(history.events == ["1", "2"])
    subscription.invalidate()
  }

  @Test
  func `stops between several updates for one input when the subscriber unsubscribes`() {
    let rule = Broadcaster<Int>(
      MultiInputOperator(from: { [a] inputs in inputs.connect(a) }) { update, output in
        output(contentsOf: update..<update + 3)
      })
    let held = Held<Subscription>()
    let subscription = rule.attach { [history] update in
      history.record("\(update)")
      if update == 2 { held.current?.invalidate() }
    }
    held.hold(subscription)
    a.send(1)
    #expect(history.events == ["1", "2"])
    #expect(!subscription.isActive)
    held.letGo()
  }

  @Test
  func `without upstreams ends immediately when it ends with all, and never otherwise`() {
    #expect(!listen(to: Broadcaster<Int>(MultiInputOperator<Int, Int>(from: { $0.endWithAll() }) { $1($0) })).isActive)
    let open = listen(to: Broadcaster<Int>(MultiInputOperator<Int, Int>(from: { _ in }) { $1($0) }))
    #expect(open.isActive)
    open.invalidate()
  }
}
