import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("A value updates when it changes")
struct ChangeDetectionTests {
  private final class Reference: Sendable {}

  private final class Named: Equatable, Sendable {
    let name: String
    init(_ name: String) { self.name = name }
    static func == (left: Named, right: Named) -> Bool { left.name == right.name }
  }

  private struct Opaque: Sendable { let number = 1 }

  private protocol Shape: AnyObject, Sendable {}
  private final class Circle: Shape {}

  /// Sets the values in turn on a property of an unconstrained generic type, and counts the updates.
  private func updates<Value: Sendable>(of values: [Value]) -> Int {
    let property = PublishedProperty(values[0])
    let history = History<Void>()
    let subscription = property.attach { _ in history.record(()) }
    for value in values.dropFirst() { property.value = value }
    subscription.invalidate()
    return history.events.count
  }

  @Test func `equatable values are compared, also in generic code`() {
    #expect(updates(of: [1, 1, 2, 2, 1]) == 3)
    #expect(updates(of: ["a", "a", nil, nil, "b"] as [String?]) == 3)
    #expect(updates(of: [[1], [1], [2]]) == 2)
  }

  @Test func `equal objects of an equatable class count as unchanged`() {
    #expect(updates(of: [Named("a"), Named("a"), Named("b")]) == 2)
  }

  @Test func `other references count as unchanged only if they are identical`() {
    let one = Reference()
    let two = Reference()
    #expect(updates(of: [one, one, two]) == 2)
    #expect(updates(of: [one, one, nil, nil, two] as [Reference?]) == 3)
    let shape: any Shape = Circle()
    #expect(updates(of: [shape, shape, Circle()] as [any Shape]) == 2)
  }

  @Test func `values that cannot be compared always count as changed`() {
    #expect(updates(of: [Opaque(), Opaque(), Opaque()]) == 3)
  }

  @Test func `a property of non-equatable references compares by identity`() {
    let one = Reference()
    let property = PublishedProperty(one)
    let history = History<Void>()
    let subscription = property.attach { _ in history.record(()) }
    property.value = one
    property.value = Reference()
    #expect(history.events.count == 2)
    subscription.invalidate()
  }
}
