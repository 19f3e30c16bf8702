import Foundation
import TestSupport
import Testing
import Tidings

/// A rule of Apple's Key-Value Observing Programming Guide or of NSKeyValueObserving.h.
struct KeyValueRule: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let expected: [String]
  let play: @Sendable (History<String>) -> Void

  init(_ name: String, _ expected: [String], _ play: @escaping @Sendable (History<String>) -> Void) {
    testDescription = name
    self.play = play
    self.expected = expected
  }
}

extension History<String> {
  /// Observes an object and records the changes.
  fileprivate func observe<Object: NSObject, Value>(
    _ object: Object, _ keyPath: KeyPath<Object, Value>, _ options: KeyValueOptions = [.old, .new],
    as name: String = ""
  ) -> Subscription {
    object.broadcaster(for: keyPath, options: options) { "\($0)" }
      .attach { [self] change in
        let indexes = change.indexes.map { " at \(Array($0))" } ?? ""
        let values = "\(change.oldValue ?? "-") to \(change.newValue ?? "-")"
        record("\(name)\(change.isPrior ? "prior " : "")\(change.kind)\(indexes): \(values)")
      }
  }
}

extension KeyValueRule {
  static let options: [KeyValueRule] = [
    KeyValueRule("Without options, a change has no values", ["setting: - to -"]) { history in
      let person = Person()
      let subscription = history.observe(person, \.first, [])
      person.first = "Grace"
      subscription.invalidate()
    },
    KeyValueRule("An equal value is a change", ["setting: Ada to Ada"]) { history in
      let person = Person()
      let subscription = history.observe(person, \.first)
      person.first = "Ada"
      subscription.invalidate()
    },
    KeyValueRule("A prior update has no new value", ["prior setting: Ada to -", "setting: Ada to Grace"]) { history in
      let person = Person()
      let subscription = history.observe(person, \.first, [.prior, .old, .new])
      person.first = "Grace"
      subscription.invalidate()
    },
    KeyValueRule("A prior update needs the option old", ["prior setting: - to -", "setting: - to Grace"]) { history in
      let person = Person()
      let subscription = history.observe(person, \.first, [.prior, .new])
      person.first = "Grace"
      subscription.invalidate()
    },
    KeyValueRule(
      "nil is a value", ["setting: nil to Optional(\"Dr\")", "setting: Optional(\"Dr\") to nil"]
    ) { history in
      let person = Person()
      let subscription = history.observe(person, \.title)
      person.title = "Dr"
      person.title = nil
      subscription.invalidate()
    },
  ]

  static let paths: [KeyValueRule] = [
    KeyValueRule(
      "A nested path follows the object that it leads through",
      [
        "setting: nil to Optional(\"Ada\")", "setting: Optional(\"Ada\") to Optional(\"Grace\")",
        "setting: Optional(\"Grace\") to Optional(\"Joan\")", "setting: Optional(\"Joan\") to nil",
      ]
    ) { history in
      let person = Person()
      let subscription = history.observe(person, \.friend?.first)
      let friend = Person()
      person.friend = friend
      friend.first = "Grace"
      let other = Person()
      other.first = "Joan"
      person.friend = other
      friend.first = "former"
      person.friend = nil
      other.first = "former"
      subscription.invalidate()
    },
    KeyValueRule("A computed property changes with its properties", ["setting: Ada Byron to Ada King"]) { history in
      let person = Person()
      let subscription = history.observe(person, \.fullName)
      person.last = "King"
      person.title = "Countess"
      subscription.invalidate()
    },
    KeyValueRule(
      "A subclass is observed through its own paths and those of its base",
      ["setting: none to chief", "setting: Ada to Grace", "base setting: Ada to Grace"]
    ) { history in
      let employee = Employee()
      let subscriptions = [
        history.observe(employee, \Employee.role), history.observe(employee, \Employee.first),
        history.observe(employee as Person, \Person.first, as: "base "),
      ]
      employee.role = "chief"
      employee.first = "Grace"
      for subscription in subscriptions { subscription.invalidate() }
    },
  ]

  static let elements: [KeyValueRule] = [
    KeyValueRule("An insertion has the new elements", ["insertion at [0, 2]: - to [\"a\", \"c\"]"]) { history in
      let person = Person()
      person.items = ["b"]
      let subscription = history.observe(person, \.items)
      person.set(["a", "b", "c"], .insertion, at: [0, 2])
      subscription.invalidate()
    },
    KeyValueRule(
      "A removal has the old elements", ["prior removal at [1]: [\"b\"] to -", "removal at [1]: [\"b\"] to -"]
    ) { history in
      let person = Person()
      person.items = ["a", "b"]
      let subscription = history.observe(person, \.items, [.prior, .old, .new])
      person.set(["a"], .removal, at: [1])
      subscription.invalidate()
    },
    KeyValueRule("A replacement has both", ["replacement at [1]: [\"b\"] to [\"B\"]"]) { history in
      let person = Person()
      person.items = ["a", "b"]
      let subscription = history.observe(person, \.items)
      person.set(["a", "B"], .replacement, at: [1])
      subscription.invalidate()
    },
    KeyValueRule("A value computed from elements is set", ["setting: 1 to 2"]) { history in
      let person = Person()
      person.items = ["a"]
      let subscription = history.observe(person, \.itemCount)
      person.set(["a", "b"], .insertion, at: [1])
      subscription.invalidate()
    },
  ]
}

@Suite("The changes of key-value observing")
struct KeyValueChangesTests {
  @Test(arguments: KeyValueRule.options + KeyValueRule.paths + KeyValueRule.elements)
  func `follow Apple's documentation`(_ rule: KeyValueRule) {
    let history = History<String>()
    rule.play(history)
    #expect(history.events == rule.expected)
  }
}
