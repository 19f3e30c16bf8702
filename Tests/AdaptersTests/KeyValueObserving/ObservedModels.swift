import Foundation
import TestSupport
import Tidings

#if !canImport(ObjectiveC)
  class Person: NSObject {
    @Observed var first = "Ada"
    @Observed var last = "Byron"
    @Observed var title: String?
    @Observed var friend: Person?
    @Observed var items: [String] = []
    @Observed var useLast = false

    var fullName: String { "\(first) \(last)" }
    var itemCount: Int { items.count }
    var shownName: String { useLast ? last : first }

    func set(_ items: [String], _ kind: NSKeyValueChange, at indexes: IndexSet) {
      _items.change(kind, valuesAt: indexes) { $0 = items }
    }
  }

  class Employee: Person {
    @Observed var role = "none"
  }

  /// As written for Apple platforms, changes announced by hand.
  final class Meter: NSObject, NSKeyValueObservingCustomization {
    var storedLevel = 0
    var levels: [Int] = []

    var level: Int {
      get { storedLevel }
      set {
        willChangeValue(for: \.level)
        storedLevel = newValue
        didChangeValue(for: \.level)
      }
    }

    var percentage: Int { storedLevel * 100 }
    var shownPercentage: String { "\(percentage)%" }

    func set(_ levels: [Int], _ kind: NSKeyValueChange, at indexes: IndexSet) {
      willChange(kind, valuesAt: indexes, for: \.levels)
      self.levels = levels
      didChange(kind, valuesAt: indexes, for: \.levels)
    }

    static func keyPathsAffectingValue(for key: AnyKeyPath) -> Set<AnyKeyPath> {
      if key == \Meter.percentage { return [\Meter.level] }
      if key == \Meter.shownPercentage { return [\Meter.percentage] }
      return []
    }

    static func automaticallyNotifiesObservers(for key: AnyKeyPath) -> Bool { false }
  }

  /// Used from any thread, with a lock of its own.
  final class Gauge: NSObject, Sendable {
    private let observing = KeyValueRegistrar()
    private let storage = Held(0)

    var level: Int {
      get {
        observing.access(\Gauge.level)
        return storage.current ?? 0
      }
      set {
        observing.withMutation(of: \Gauge.level) { storage.hold(newValue) }
      }
    }
  }

  extension Person: KeyValueNaming {
    class var keyPathsByName: [String: AnyKeyPath] {
      ["first": \Person.first, "title": \Person.title, "friend": \Person.friend, "fullName": \Person.fullName]
    }
  }
#endif
