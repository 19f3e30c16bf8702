import Foundation
import Observation
import TestSupport
import Tidings
import TidingsCore
import TidingsTesting

@testable import TidingsAdapters

extension Subject {
  /// Changes are delivered in the next turn, so the code that makes a change waits for the turn. An observed value does
  /// not end, so the fixture ends its property.
  static let observation: [Subject] = [
    Subject("PublishedValue(observingOn:)", memory: .value(0), mergesChanges: true) {
      let scheduler = ManualScheduler()
      let counter = GuardedCounter()
      let reading = PlacedReading(on: scheduler) { counter.number }
      let watch = ObservationWatch(reading)
      let held = Held<PublishedProperty<Int>>()
      let value = PublishedValue(reading) { property in
        held.hold(property)
        watch.start(property)
        return Subscription {
          held.letGo()
          watch.stop()
        }
      }
      return Fixture(
        value,
        send: { number in
          counter.number = number
          scheduler.advance(by: .zero)
        }, finish: { held.current?.finish() })
    }
  ]
}

/// An observable model that any thread can read and change under a lock.
///
/// Invariant behind `@unchecked`: the counter is only accessed with `lock` locked.
final class GuardedCounter: @unchecked Sendable {
  @Observable final class Counter {
    var number = 0
  }

  private let counter = Counter()
  private let lock = NSLock()

  var number: Int {
    get { lock.withLock { counter.number } }
    set { lock.withLock { counter.number = newValue } }
  }
}
