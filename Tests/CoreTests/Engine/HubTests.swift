import TestSupport
import Testing
import Tidings
@testable import TidingsCore

@Suite("A hub")
struct HubTests {
  @Test func `releases queued updates outside the lock, so their deinit can use the hub`() {
    let hub = Hub<Witness>()
    let history = History<Bool>()
    let subscription = hub.join { token in
      guard history.events.isEmpty else { return }
      history.record(true)
      hub.publish(Witness { history.record(hub.hasSubscribers) })
    }
    hub.publish(Witness { history.record(hub.hasSubscribers) })
    #expect(history.events == [true, true, true])
    subscription.invalidate()
  }

  @Test func `releases the memory of a long queue`() {
    let hub = Hub<Int>()
    let subscription = hub.join { update in
      if update == 0 { for number in 1...100_000 { hub.publish(number) } }
    }
    hub.publish(0)
    #expect(hub.state.queue.capacity < 10_000)
    subscription.invalidate()
  }

  @Test func `releases missed updates outside the lock when all are removed during an initial delivery`() {
    let history = History<String>()
    let hub = Hub<Witness>(remembering: 1, initial: Witness {})
    let subscription = hub.join { _ in
      hub.publish(Witness { history.record(hub.hasSubscribers ? "others" : "none") })
      hub.publish(Witness {})
      hub.invalidateAll()
    }
    #expect(history.events == ["none"])
    #expect(!subscription.isActive)
  }

  @Test func `keeps the order of subscription while thousands of subscribers join and leave`() {
    let hub = Hub<Int>()
    var subscriptions: [Int: Subscription] = [:]
    let history = History<Int>()
    for round in 0..<3_000 {
      subscriptions[round] = hub.join { _ in history.record(round) }
      if round.isMultiple(of: 3) { subscriptions[round / 3] = nil }
      if round.isMultiple(of: 7) { subscriptions[round] = nil }
    }
    hub.publish(1)
    #expect(history.events == subscriptions.keys.sorted())
  }

  @Test(arguments: 0..<4)
  func `does not invalidate an ended subscription when all are removed, so a late handler runs`(others: Int) {
    let hub = Hub<Int>()
    let history = History<String>()
    let ended = hub.join { _ in }
    let tokens = (0..<others).map { _ in hub.join { _ in } }
    (ended.owner as? Subscriber)?.end()
    hub.invalidateAll()
    ended.whenEnded { history.record("end") }
    #expect(history.events == ["end"])
    withExtendedLifetime(tokens) {}
  }

  @Test func `removes subscribers that are waiting to join when all are removed`() {
    let hub = Hub<Int>()
    let history = History<String>()
    let second = Held<Subscription>()
    let first = hub.join { update in
      history.record("first \(update)")
      switch update {
      case 1:
        hub.publish(2)
        second.hold(hub.join { history.record("second \($0)") })
        hub.publish(3)
      case 2: hub.invalidateAll()
      default: break
      }
    }
    hub.publish(1)
    let third = hub.join { history.record("third \($0)") }
    hub.publish(4)
    #expect(history.events == ["first 1", "first 2", "third 4"])
    #expect(!first.isActive)
    #expect(second.current?.isActive == false)
    third.invalidate()
  }

  @Test func `delivers remembered updates to the first subscriber of the next run before that run's updates`() {
    let hub = Hub<Int>(remembering: 2, keepsMemory: true) { hub, run in
      hub.publish(Int(run), in: run)
      return Subscription {}
    }
    for run in 1...3 {
      let history = History<Int>()
      hub.join { history.record($0) }.invalidate()
      #expect(history.events == [[1], [1, 2], [1, 2, 3]][run - 1])
    }
  }

  @Test func `rejects a subscriber that would have to wait for a start, and does not keep it`() {
    let starts = History<String>()
    let hub = Hub<Int>(remembering: 1, initial: 0) { hub, run in
      starts.record("start")
      if hub.joinAfterStart(requiresRun: true, { _ in }) == nil { starts.record("too early") }
      hub.modify(in: run) { $0 = 1 }
      return Subscription { starts.record("stop") }
    }
    let history = History<Int>()
    let first = hub.joinAfterStart(requiresRun: true) { history.record($0) }
    let second = hub.joinAfterStart(requiresRun: true) { history.record($0) }
    #expect(history.events == [1, 1])
    first?.invalidate()
    second?.invalidate()
    #expect(!hub.hasSubscribers)
    #expect(starts.events == ["start", "too early", "stop"])
  }

  @Test func `stops a run without subscribers, and rejects a subscriber that joins during the stop`() {
    let log = History<String>()
    let first = Held<Subscription>()
    let hub = Hub<Int>(remembering: 1, initial: 0) { hub, run in
      log.record("start \(run)")
      return Subscription {
        log.record("stop \(run)")
        if run == 1, hub.joinAfterStart(requiresRun: true, { _ in }) == nil { log.record("too early") }
      }
    }
    first.hold(hub.join { _ in })
    first.letGo()
    #expect(log.events == ["start 1", "stop 1", "too early"])
    #expect(!hub.hasSubscribers)
  }

  @Test func `changes its value in one step, and delivers the new value`() {
    let hub = Hub(remembering: 1, initial: [1])
    let history = History<[Int]>()
    let subscription = hub.join { history.record($0) }
    hub.modify(in: .standing) { value -> [Int]? in
      defer { value.append(2) }
      return value
    }
    #expect(hub.value == [1, 2])
    #expect(history.events == [[1], [1, 2]])
    subscription.invalidate()
  }

  @Test func `reads a value again if it was written during the read`() {
    let hub = Hub(remembering: 1, initial: 0)
    let readings = Locked([1, 2])
    hub.refresh(in: .standing, unless: ==) {
      let reading = readings.withLock { $0.removeFirst() }
      if reading == 1 { hub.set(5, in: .standing, changeDetection: .equatable()) }
      return reading
    }
    #expect(hub.value == 2)
  }

  @Test func `does not notify subscribers of a rejected change`() {
    let hub = Hub(remembering: 1, initial: 1)
    let history = History<Int>()
    let subscription = hub.join { history.record($0) }
    hub.modify(in: .standing) { _ -> Int? in nil }
    #expect(history.events == [1])
    subscription.invalidate()
  }

  @Test func `changes nothing without a value, or after its end`() {
    func modify(_ hub: Hub<Int>, in run: RunID) {
      hub.modify(in: run) { value -> Int? in
        defer { value = 9 }
        return value
      }
    }
    let hub = Hub(remembering: 1, initial: 1)
    hub.finish()
    modify(hub, in: .standing)
    #expect(hub.value == 1)
    let empty = Hub<Int>(remembering: 1)
    let history = History<Int>()
    let subscription = empty.join { history.record($0) }
    modify(empty, in: .standing)
    #expect(history.events.isEmpty)
    subscription.invalidate()
  }

  @Test func `releases a replaced value outside the lock, so its deinit can use the hub`() {
    let history = History<Bool>()
    let held = Held<Hub<Witness>>()
    let hub = Hub<Witness>(remembering: 1, initial: Witness { history.record(held.current?.hasSubscribers == false) })
    held.hold(hub)
    hub.modify(in: .standing) { value -> Witness? in
      defer { value = Witness {} }
      return value
    }
    #expect(history.events == [true])
    held.letGo()
  }
}
