import Foundation
import TestSupport
import Testing
import Tidings

#if !canImport(ObjectiveC)
  @Suite("An observation of a property on Linux")
  struct KeyValueObservationTests {
    @Test func `that begins during a change reports its value`() {
      let gauge = Gauge()
      let history = History<Int>()
      let inner = Held<Subscription>()
      let outer = gauge.broadcaster(for: \.level, options: .prior)
        .attach { change in
          guard change.isPrior else { return }
          inner.hold(gauge.publishedValue(for: \.level).attach { history.record($0) })
        }
      gauge.level = 1
      #expect(history.events == [0, 1])
      outer.invalidate()
      inner.letGo()
    }

    @Test func `that begins while another thread sets the property delivers all later values`() async {
      for _ in 0..<repetitions(200) {
        let gauge = Gauge()
        let history = History<Int>()
        let subscription = Held<Subscription>()
        await onThreads(2) { index in
          if index == 0 {
            for value in 1...20 { gauge.level = value }
          } else {
            subscription.hold(gauge.publishedValue(for: \.level).attach { history.record($0) })
          }
        }
        await onThreads { _ in history.wait(for: 20) }
        #expect(history.events == Array((history.events.first ?? -1)...20))
        subscription.letGo()
      }
    }

    @Test func `follows a nested path whose object is replaced by several threads`() async {
      for _ in 0..<repetitions(1_000) {
        let owner = GaugeOwner()
        let gauges = [Gauge(), Gauge()]
        owner.gauge = gauges[0]
        let level = owner.publishedValue(for: \.gauge?.level)
        await onThreads(2) { index in
          for round in 1...20 { owner.gauge = gauges[(round + index) % 2] }
        }
        owner.gauge?.level = 99
        #expect(level.value == 99)
      }
    }

    @Test func `can begin and end while other threads set the property`() async {
      let gauge = Gauge()
      await LiveScope.expectingNoLeaks {
        await onThreads(4) { index in
          for round in 0..<repetitions(1_000) {
            if index < 2 {
              gauge.level = round
            } else {
              gauge.broadcaster(for: \.level).attach { _ in }.invalidate()
            }
          }
        }
      }
    }

    @Test func `of a computed property follows the properties that were read last`() {
      let label = Label()
      let history = History<String>()
      let subscription = label.broadcaster(for: \.shown).attach { history.record($0.newValue ?? "-") }
      label.subtitle = "King"
      label.showsSubtitle = true
      label.title = "Grace"
      label.subtitle = "Lovelace"
      #expect(history.events == ["King", "Lovelace"])
      subscription.invalidate()
    }

    @Test func `observes a getter that sets a property it reads`() {
      let cache = LazyName()
      let history = History<String>()
      let subscription = cache.publishedValue(for: \.shown).attach { history.record($0) }
      cache.name = "Grace"
      cache.name = "Joan"
      #expect(history.events == ["Ada!", "Grace!", "Joan!"])
      subscription.invalidate()
    }
  }

  private final class Label: NSObject {
    @Observed var title = "Ada"
    @Observed var subtitle = "Byron"
    @Observed var showsSubtitle = false
    var shown: String { showsSubtitle ? subtitle : title }
  }

  private final class LazyName: NSObject {
    @Observed var name = "Ada"
    @Observed private var cached = (name: "", shown: "")

    var shown: String {
      if cached.name != name { cached = (name, name + "!") }
      return cached.shown
    }
  }

  private final class GaugeOwner: NSObject, @unchecked Sendable {
    @Observed var gauge: Gauge?
  }
#endif
