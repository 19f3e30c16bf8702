import Foundation
import TestSupport
import Testing
import Tidings

#if !canImport(ObjectiveC)
  @Suite("The value of a property with a name")
  struct PublishedValueForNameTests {
    @Test
    func `follows objects, computed properties and subclasses`() throws {
      let history = History<String>()
      let employee = Employee()
      let subscriptions = [
        try employee.publishedValue(forKeyPath: "friend.fullName", as: String?.self)
          .attach { history.record("friend \($0 ?? "-")") },
        try employee.publishedValue(forKeyPath: "first", as: String.self).attach { history.record($0) },
      ]
      let friend = Person()
      employee.friend = friend
      friend.last = "King"
      employee.first = "Grace"
      #expect(history.events == ["friend -", "Ada", "friend Ada Byron", "friend Ada King", "Grace"])
      for subscription in subscriptions { subscription.invalidate() }
    }

    @Test
    func `must exist`() {
      #expect(throws: KeyValueError.noSuchKey("lost", inType: "Person", ofKeyPath: "friend.lost")) {
        try Person().publishedValue(forKeyPath: "friend.lost", as: String?.self)
      }
      #expect(throws: KeyValueError.noSuchKey("level", inType: "Meter", ofKeyPath: "level")) {
        try Meter().publishedValue(forKeyPath: "level", as: Int.self)
      }
    }

    @Test
    func `must be of the type asked for`() {
      #expect(throws: KeyValueError.wrongType("String", expected: "Int", ofKeyPath: "first")) {
        try Person().publishedValue(forKeyPath: "first", as: Int.self)
      }
      #expect(throws: KeyValueError.wrongType("Optional<String>", expected: "String", ofKeyPath: "friend.first")) {
        try Person().publishedValue(forKeyPath: "friend.first", as: String.self)
      }
    }

    @Test
    func `is explained when it is wrong`() {
      let error = KeyValueError.wrongType("String", expected: "Int", ofKeyPath: "first")
      #expect("\(error)" == "The value of the key path 'first' is of type String, not Int.")
      #expect(error.localizedDescription == error.description)
    }
  }
#endif
