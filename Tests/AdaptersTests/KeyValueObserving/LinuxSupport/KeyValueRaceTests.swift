import Foundation
import TestSupport
import Testing
import Tidings
import TidingsCore

#if !canImport(ObjectiveC)
  @Suite("Key-value observing from many threads, where Foundation has none")
  struct KeyValueRaceTests {
    @Test
    func `A change that begins before an observer came and ends after it is read or told`() {
      let gauge = Gauge()
      let history = History<Int>()
      let observation = Held<NSKeyValueObservation>()
      let outer = gauge.observe(\.level, options: .prior) { gauge, change in
        guard change.isPrior, observation.current == nil else { return }
        observation.hold(
          gauge.observe(\.level, options: [.initial, .new]) { _, change in history.record(change.newValue ?? -1) })
      }
      gauge.level = 1
      #expect(history.events == [0, 1])
      outer.invalidate()
      observation.letGo()
    }

    @Test
    func `An observer that comes while another thread writes has every value from its first one on`() async {
      for _ in 0..<repetitions(200) {
        let gauge = Gauge()
        let history = History<Int>()
        let observation = Held<NSKeyValueObservation>()
        await onThreads(2) { index in
          if index == 0 {
            for value in 1...20 { gauge.level = value }
          } else {
            observation.hold(
              gauge.observe(\.level, options: [.initial, .new]) { _, change in history.record(change.newValue ?? -1) })
          }
        }
        let seen = history.events
        #expect(seen.contains(20))
        #expect(Set(seen) == Set((seen.min() ?? 0)...20))
        observation.letGo()
      }
    }

    @Test
    func `What a nested path leads to after several threads have switched it is watched`() async {
      for _ in 0..<repetitions(1_000) {
        let owner = GaugeOwner()
        let gauges = [Gauge(), Gauge()]
        owner.gauge = gauges[0]
        let last = Held<Int>()
        let observation = owner.observe(\.gauge?.level) { owner, _ in last.hold(owner.gauge?.level ?? -1) }
        await onThreads(2) { index in
          for round in 1...20 { owner.gauge = gauges[(round + index) % 2] }
        }
        owner.gauge?.level = 99
        #expect(last.current == 99)
        observation.invalidate()
      }
    }

    @Test
    func `Observations are made and removed while others change the object, and none is left`() async {
      let gauge = Gauge()
      let late = History<Void>()
      await onThreads(4) { index in
        for round in 0..<repetitions(1_000) {
          if index < 2 {
            gauge.level = round
          } else {
            let isOver = Held<Void>()
            let thread = ThreadID.current
            let observation = gauge.observe(\.level) { _, _ in
              if isOver.current != nil, ThreadID.current == thread { late.record(()) }
            }
            observation.invalidate()
            isOver.hold(())
          }
        }
      }
      #expect(late.events.isEmpty)
      let after = History<Void>()
      let observation = gauge.observe(\.level) { _, _ in after.record(()) }
      gauge.level = -1
      #expect(after.events.count == 1)
      observation.invalidate()
    }

    @Test
    func `A thousand short-lived objects leave nothing behind`() async {
      await LiveScope.expectingNoLeaks {
        let alive = Alive()
        for _ in 0..<1_000 {
          let meter = Meter()
          let witness = alive.witness()
          let observation = meter.observe(\.level) { _, _ in withExtendedLifetime(witness) {} }
          meter.level = 1
          if Bool.random() { observation.invalidate() }
        }
        #expect(alive.count == 0)
      }
    }

    @Test
    func `An object that dies in the middle of a change dies when that is over`() {
      let history = History<String>()
      let held = Held<DyingGauge>()
      held.hold(DyingGauge { history.record("gone") })
      let observation = held.current?.observe(\.level) { gauge, _ in
        held.letGo()
        history.record("told \(gauge.level)")
      }
      held.current?.level = 7
      #expect(history.events == ["told 7", "gone"])
      observation?.invalidate()
    }
  }

  private final class GaugeOwner: NSObject, Sendable {
    private let observing = KeyValueRegistrar()
    private let storage = Held<Gauge>()

    var gauge: Gauge? {
      get {
        observing.access(\GaugeOwner.gauge)
        return storage.current
      }
      set {
        observing.withMutation(of: \GaugeOwner.gauge) {
          if let newValue { storage.hold(newValue) } else { storage.letGo() }
        }
      }
    }
  }

  private final class DyingGauge: NSObject, Sendable {
    private let observing = KeyValueRegistrar()
    private let storage = Held(0)
    private let whenGone: @Sendable () -> Void

    init(whenGone: @escaping @Sendable () -> Void) {
      self.whenGone = whenGone
    }

    deinit {
      whenGone()
    }

    var level: Int {
      get {
        observing.access(\DyingGauge.level)
        return storage.current ?? 0
      }
      set { observing.withMutation(of: \DyingGauge.level) { storage.hold(newValue) } }
    }
  }

  /// Counts what is alive.
  private final class Alive: Sendable {
    private final class Witness: Sendable {
      let alive: Alive

      init(_ alive: Alive) {
        self.alive = alive
      }

      deinit {
        alive.add(-1)
      }
    }

    private let living = Locked(0)

    var count: Int { living.withLock { $0 } }

    func witness() -> any Sendable {
      add(1)
      return Witness(self)
    }

    private func add(_ number: Int) {
      living.withLock { $0 += number }
    }
  }
#endif
