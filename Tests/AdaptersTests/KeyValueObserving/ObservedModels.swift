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

    func set(_ items: [String], _ kind: KeyValueChangeKind, at indexes: IndexSet) {
      _items.change(kind, valuesAt: indexes) { $0 = items }
    }
  }

  class Employee: Person {
    @Observed var role = "none"
  }

  /// Used from any thread: its only property is atomic.
  final class Gauge: NSObject, @unchecked Sendable {
    @Observed var level = 0
  }
#endif
