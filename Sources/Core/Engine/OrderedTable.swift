/// Elements in the order in which they were added, each of which is found and taken out at the same cost, however many
/// there are.
package struct OrderedTable<Element: Sendable>: Sendable {
  private struct Entry: Sendable {
    /// The place in the order.
    let number: Int
    var element: Element
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  private var nextNumber = 0

  package init() {}

  package var isEmpty: Bool { entries.isEmpty }

  /// In their order, for which they are sorted.
  package var elements: [Element] {
    entries.values.sorted { $0.number < $1.number }.map(\.element)
  }

  package func contains(_ key: AnyObject) -> Bool {
    entries[ObjectIdentifier(key)] != nil
  }

  /// Adds an element. It must keep its key alive, so that no other object has the same identity.
  package mutating func append(_ element: Element, for key: AnyObject) {
    entries[ObjectIdentifier(key)] = Entry(number: nextNumber, element: element)
    nextNumber += 1
  }

  /// Changes an element in its place. Returns whether it is there.
  package mutating func change(_ key: AnyObject, _ body: (inout Element) -> Void) -> Bool {
    guard let index = entries.index(forKey: ObjectIdentifier(key)) else { return false }
    body(&entries.values[index].element)
    return true
  }

  package mutating func remove(_ key: AnyObject) -> Element? {
    entries.removeValue(forKey: ObjectIdentifier(key))?.element
  }
}
