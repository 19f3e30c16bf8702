import Foundation
import TestSupport
import Testing
import Tidings

#if !canImport(ObjectiveC)
  /// The rules of Apple's Key-Value Observing Programming Guide and of NSKeyValueObserving.h, one a row.
  struct KeyValueRule: Sendable, CustomTestStringConvertible {
    let name: String
    let play: @Sendable (History<String>) -> Void
    let expected: [String]

    init(_ name: String, _ expected: [String], _ play: @escaping @Sendable (History<String>) -> Void) {
      self.name = name
      self.expected = expected
      self.play = play
    }

    var testDescription: String { name }
  }

  extension History<String> {
    /// Observes, and writes down what is told.
    fileprivate func observe<Object: NSObject, Value>(
      _ object: Object, _ keyPath: KeyPath<Object, Value>, _ options: NSKeyValueObservingOptions = [.old, .new],
      as name: String = ""
    ) -> NSKeyValueObservation {
      object.observe(keyPath, options: options) { [self] _, change in record(name + describe(change)) }
    }
  }

  private func describe<Value>(_ change: NSKeyValueObservedChange<Value>) -> String {
    let indexes = change.indexes.map { " at \(Array($0))" } ?? ""
    let old = change.oldValue.map { "\($0)" } ?? "-"
    let new = change.newValue.map { "\($0)" } ?? "-"
    return "\(change.isPrior ? "prior " : "")\(change.kind)\(indexes): \(old) to \(new)"
  }

  extension KeyValueRule {
    static let options: [KeyValueRule] = [
      KeyValueRule("Without options the fact alone is told", ["setting: - to -"]) { history in
        let person = Person()
        let observation = history.observe(person, \.first, [])
        person.first = "Grace"
        observation.invalidate()
      },
      KeyValueRule("old and new", ["setting: Ada to Grace"]) { history in
        let person = Person()
        let observation = history.observe(person, \.first)
        person.first = "Grace"
        observation.invalidate()
      },
      KeyValueRule("An equal value is a change, too", ["setting: Ada to Ada"]) { history in
        let person = Person()
        let observation = history.observe(person, \.first)
        person.first = "Ada"
        observation.invalidate()
      },
      KeyValueRule("initial tells the new value and never an old one", ["setting: - to Ada", "setting: Ada to Grace"]) {
        history in
        let person = Person()
        let observation = history.observe(person, \.first, [.initial, .old, .new])
        person.first = "Grace"
        observation.invalidate()
      },
      KeyValueRule(
        "prior tells the old value and never a new one", ["prior setting: Ada to -", "setting: Ada to Grace"]
      ) { history in
        let person = Person()
        let observation = history.observe(person, \.first, [.prior, .old, .new])
        person.first = "Grace"
        observation.invalidate()
      },
      KeyValueRule("prior without old tells no value", ["prior setting: - to -", "setting: - to Grace"]) { history in
        let person = Person()
        let observation = history.observe(person, \.first, [.prior, .new])
        person.first = "Grace"
        observation.invalidate()
      },
      KeyValueRule(
        "nil is a value", ["setting: nil to Optional(\"Dr\")", "setting: Optional(\"Dr\") to nil"]
      ) { history in
        let person = Person()
        let observation = history.observe(person, \.title)
        person.title = "Dr"
        person.title = nil
        observation.invalidate()
      },
    ]

    static let paths: [KeyValueRule] = [
      KeyValueRule(
        "A nested path follows an object that is switched",
        [
          "setting: nil to Optional(\"Ada\")", "setting: Optional(\"Ada\") to Optional(\"Grace\")",
          "setting: Optional(\"Grace\") to Optional(\"Joan\")", "setting: Optional(\"Joan\") to nil",
        ]
      ) { history in
        let person = Person()
        let observation = history.observe(person, \.friend?.first)
        let friend = Person()
        person.friend = friend
        friend.first = "Grace"
        let other = Person()
        other.first = "Joan"
        person.friend = other
        friend.first = "nobody's friend"
        person.friend = nil
        other.first = "nobody's friend"
        observation.invalidate()
      },
      KeyValueRule("A dependent key changes with each that it is computed from", ["setting: Ada Byron to Ada King"]) {
        history in
        let person = Person()
        let observation = history.observe(person, \.fullName)
        person.last = "King"
        person.title = "Countess"
        observation.invalidate()
      },
      KeyValueRule(
        "A dependent key depends on what it was computed from last",
        ["setting: Ada to Byron", "setting: Byron to King"]
      ) { history in
        let person = Person()
        let observation = history.observe(person, \.shownName)
        person.last = "Byron"
        person.useLast = true
        person.first = "Grace"
        person.last = "King"
        observation.invalidate()
      },
      KeyValueRule(
        "A subclass is observed through its own path and through its base's",
        [
          "setting: none to chief", "setting: Ada to Grace", "base setting: Ada to Grace",
        ]
      ) { history in
        let employee = Employee()
        let observations = [
          history.observe(employee, \Employee.role), history.observe(employee, \Employee.first),
          history.observe(employee as Person, \Person.first, as: "base "),
        ]
        employee.role = "chief"
        employee.first = "Grace"
        for observation in observations { observation.invalidate() }
      },
    ]

    static let elements: [KeyValueRule] = [
      KeyValueRule(
        "An insertion tells the new elements and their indexes",
        [
          "insertion at [0, 2]: - to [\"a\", \"c\"]"
        ]
      ) {
        history in
        let person = Person()
        person.items = ["b"]
        let observation = history.observe(person, \.items)
        person.set(["a", "b", "c"], .insertion, at: [0, 2])
        observation.invalidate()
      },
      KeyValueRule("A removal tells the old elements and their indexes", ["removal at [1]: [\"b\"] to -"]) { history in
        let person = Person()
        person.items = ["a", "b"]
        let observation = history.observe(person, \.items)
        person.set(["a"], .removal, at: [1])
        observation.invalidate()
      },
      KeyValueRule("A replacement tells both", ["replacement at [1]: [\"b\"] to [\"B\"]"]) { history in
        let person = Person()
        person.items = ["a", "b"]
        let observation = history.observe(person, \.items)
        person.set(["a", "B"], .replacement, at: [1])
        observation.invalidate()
      },
      KeyValueRule(
        "prior tells of elements, too",
        [
          "prior removal at [0]: [\"a\"] to -", "removal at [0]: [\"a\"] to -",
        ]
      ) {
        history in
        let person = Person()
        person.items = ["a"]
        let observation = history.observe(person, \.items, [.prior, .old, .new])
        person.set([], .removal, at: [0])
        observation.invalidate()
      },
      KeyValueRule("What is computed from elements is set", ["setting: 1 to 2"]) { history in
        let person = Person()
        person.items = ["a"]
        let observation = history.observe(person, \.itemCount)
        person.set(["a", "b"], .insertion, at: [1])
        observation.invalidate()
      },
    ]

    static let announced: [KeyValueRule] = [
      KeyValueRule("What is announced by hand is told", ["prior setting: 0 to -", "setting: 0 to 5"]) { history in
        let meter = Meter()
        let observation = history.observe(meter, \.level, [.prior, .old, .new])
        meter.level = 5
        observation.invalidate()
        meter.level = 6
      },
      KeyValueRule("Elements are announced by hand", ["insertion at [0]: - to [7]"]) { history in
        let meter = Meter()
        let observation = history.observe(meter, \.levels)
        meter.set([7], .insertion, at: [0])
        observation.invalidate()
      },
      KeyValueRule("Declared dependencies are followed to their end", ["setting: 0% to 200%"]) { history in
        let meter = Meter()
        let observation = history.observe(meter, \.shownPercentage)
        meter.level = 2
        observation.invalidate()
      },
      KeyValueRule("What was not told to begin is told without its old value", ["setting: - to 3"]) { history in
        let meter = Meter()
        let observation = history.observe(meter, \.level)
        meter.storedLevel = 3
        meter.didChangeValue(for: \.level)
        observation.invalidate()
      },
      KeyValueRule("Announcements may be nested", ["setting: 0 to 2", "setting: 0 to 2"]) { history in
        let meter = Meter()
        let observation = history.observe(meter, \.level)
        meter.willChangeValue(for: \.level)
        meter.willChangeValue(for: \.level)
        meter.storedLevel = 2
        meter.didChangeValue(for: \.level)
        meter.didChangeValue(for: \.level)
        observation.invalidate()
      },
    ]

    static let lives: [KeyValueRule] = [
      KeyValueRule("An observation ends when it goes away", []) { history in
        let person = Person()
        _ = history.observe(person, \.first)
        person.first = "Grace"
      },
      KeyValueRule(
        "Observers are told in the order in which they came",
        [
          "a setting: Ada to Grace", "b setting: Ada to Grace",
        ]
      ) {
        history in
        let person = Person()
        let a = history.observe(person, \.first, as: "a ")
        let b = history.observe(person, \.first, as: "b ")
        person.first = "Grace"
        a.invalidate()
        b.invalidate()
      },
      KeyValueRule("An observer that removes itself is told no more", ["Grace"]) { history in
        let person = Person()
        let held = Held<NSKeyValueObservation>()
        held.hold(
          person.observe(\.first, options: .new) { person, change in
            history.record(change.newValue ?? "-")
            held.current?.invalidate()
            person.first = "Joan"
          })
        person.first = "Grace"
        held.letGo()
      },
      KeyValueRule("An observer removed by another is not told of that change any more", ["a"]) { history in
        let person = Person()
        let held = Held<NSKeyValueObservation>()
        let a = person.observe(\.first) { _, _ in
          history.record("a")
          held.letGo()
        }
        held.hold(person.observe(\.first) { _, _ in history.record("b") })
        person.first = "Grace"
        a.invalidate()
      },
      KeyValueRule(
        "An observer that is added in a callback is told from the next change on",
        [
          "a Grace", "a Joan", "b Joan",
        ]
      ) {
        history in
        let person = Person()
        let held = Held<NSKeyValueObservation>()
        let a = person.observe(\.first) { person, _ in
          history.record("a \(person.first)")
          guard held.current == nil else { return }
          held.hold(person.observe(\.first) { person, _ in history.record("b \(person.first)") })
        }
        person.first = "Grace"
        person.first = "Joan"
        a.invalidate()
        held.letGo()
      },
      KeyValueRule(
        "A change in a callback is told inside it",
        [
          "Grace: Ada to Grace", "Joan: Grace to Joan",
        ]
      ) { history in
        let person = Person()
        let observation = person.observe(\.first, options: [.old, .new]) { person, change in
          history.record("\(person.first): \(change.oldValue ?? "-") to \(change.newValue ?? "-")")
          if person.first == "Grace" { person.first = "Joan" }
        }
        person.first = "Grace"
        observation.invalidate()
      },
    ]
  }

  @Suite("Key-value observing where Foundation has none")
  struct KeyValueObservingTests {
    @Test(arguments: KeyValueRule.options)
    func `follows Apple's documentation: options`(_ rule: KeyValueRule) { check(rule) }

    @Test(arguments: KeyValueRule.paths)
    func `follows Apple's documentation: nested paths, dependent keys and subclasses`(_ rule: KeyValueRule) {
      check(rule)
    }

    @Test(arguments: KeyValueRule.elements)
    func `follows Apple's documentation: elements of collections`(_ rule: KeyValueRule) { check(rule) }

    @Test(arguments: KeyValueRule.announced)
    func `follows Apple's documentation: changes announced by hand`(_ rule: KeyValueRule) { check(rule) }

    @Test(arguments: KeyValueRule.lives)
    func `follows Apple's documentation: when observers come and go`(_ rule: KeyValueRule) { check(rule) }

    private func check(_ rule: KeyValueRule) {
      let history = History<String>()
      rule.play(history)
      #expect(history.events == rule.expected)
    }
  }
#endif
