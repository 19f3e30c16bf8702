/// What a hub keeps for those who join later: nothing, the latest update, or the latest few.
@usableFromInline
package struct Memory<Update: Sendable>: Sendable {
  @usableFromInline package let limit: Int
  private let resetsToInitial: Bool
  /// What the hub goes back to when everybody has left, unless it keeps what it has.
  private let initial: Update?
  @usableFromInline package var latest: Update?
  @usableFromInline var earlier = FIFO<Update>()

  package init(limit: Int, initial: Update?, resetsToInitial: Bool) {
    self.limit = limit
    self.resetsToInitial = resetsToInitial
    self.initial = resetsToInitial ? initial : nil
    latest = initial
  }

  /// Keeps the update, and returns the one that had to go.
  @inlinable
  @inline(__always)
  package mutating func remember(_ update: Update) -> Update? {
    let previous = latest
    latest = update
    guard limit > 1, let previous else { return previous }
    return keep(previous)
  }

  @usableFromInline
  @inline(never)
  mutating func keep(_ previous: Update) -> Update? {
    earlier.append(previous)
    return earlier.count < limit ? nil : earlier.popFirst()
  }

  /// Everything that is kept, oldest first.
  package var all: [Update] {
    guard let latest else { return [] }
    return limit == 1 ? [latest] : earlier.elements + [latest]
  }

  /// Goes back to the start where that is asked for, and returns what was kept until then.
  package mutating func reset() -> Memory? {
    guard resetsToInitial else { return nil }
    let forgotten = self
    self = Memory(limit: limit, initial: initial, resetsToInitial: true)
    return forgotten
  }
}
