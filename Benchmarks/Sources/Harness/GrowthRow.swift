/// Work on many items, whose cost an item must not grow with their number.
package struct GrowthRow: Sendable {
  /// Does a part of the work; it is called with each number below twice the number of items, in order.
  package typealias Work = (_ step: Int) -> Void

  package let name: String
  /// Sets up the work on so many items. What the work holds is let go after it has been measured.
  package let prepare: @Sendable (_ items: Int) -> Work

  package init(_ name: String, _ prepare: @escaping @Sendable (_ items: Int) -> Work) {
    self.name = name
    self.prepare = prepare
  }
}
