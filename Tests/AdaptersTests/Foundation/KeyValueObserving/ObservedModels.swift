import Foundation
import Synchronization
import TestSupport
import Tidings

// The tests of this folder run on key-value observing of Objective-C and on its substitute for Linux.

#if canImport(ObjectiveC)
  class Person: NSObject {
    @objc dynamic var first = "Ada"
    @objc dynamic var last = "Byron"
    @objc dynamic var title: String?
    @objc dynamic var friend: Person?
    @objc dynamic var items: [String] {
      get { storedItems }
      set { storedItems = newValue }
    }
    private var storedItems: [String] = []

    @objc dynamic var fullName: String { "\(first) \(last)" }
    @objc dynamic var itemCount: Int { items.count }

    @objc class func keyPathsForValuesAffectingFullName() -> Set<String> { ["first", "last"] }
    @objc class func keyPathsForValuesAffectingItemCount() -> Set<String> { ["items"] }

    func set(_ items: [String], _ kind: KeyValueChangeKind, at indexes: IndexSet) {
      let kind = NSKeyValueChange(rawValue: kind.rawValue)!
      willChange(kind, valuesAt: indexes, for: \.items)
      storedItems = items
      didChange(kind, valuesAt: indexes, for: \.items)
    }
  }

  class Employee: Person {
    @objc dynamic var role = "none"
  }

  final class Gauge: NSObject, Sendable {
    private let storedLevel = Atomic(0)

    @objc dynamic var level: Int {
      get { storedLevel.load(ordering: .sequentiallyConsistent) }
      set { storedLevel.store(newValue, ordering: .sequentiallyConsistent) }
    }
  }
#else
  class Person: NSObject {
    @Observed var first = "Ada"
    @Observed var last = "Byron"
    @Observed var title: String?
    @Observed var friend: Person?
    @Observed var items: [String] = []

    var fullName: String { "\(first) \(last)" }
    var itemCount: Int { items.count }

    func set(_ items: [String], _ kind: KeyValueChangeKind, at indexes: IndexSet) {
      _items.change(kind, valuesAt: indexes) { $0 = items }
    }
  }

  class Employee: Person {
    @Observed var role = "none"
  }

  /// Can be used from any thread, because its only property is atomic.
  final class Gauge: NSObject, @unchecked Sendable {
    @Observed var level = 0
  }
#endif

@MainActor
final class MainModel: NSObject {
  #if canImport(ObjectiveC)
    @objc dynamic var title = ""
  #else
    @Observed var title = ""
  #endif
}
