/// A first-in, first-out queue of any length in segments: an append moves one segment at most, however many elements wait.
///
/// So what is appended under a lock holds that lock for as short a time in a long queue as in a short one.
@frozen @usableFromInline
package struct SegmentedFIFO<Element> {
  #if TIDINGS_EXPLORED_THREADS
    /// So few that an exploration goes beyond.
    @inlinable package static var segmentLength: Int { 2 }
  #else
    @inlinable package static var segmentLength: Int { 256 }
  #endif

  /// The oldest segment, from which elements are taken.
  @usableFromInline var oldest = FIFO<Element>()
  @usableFromInline var full = FIFO<FIFO<Element>>()
  /// The newest segment, to which elements are appended.
  @usableFromInline var newest = FIFO<Element>()

  @inlinable
  package init() {}

  @inlinable package var isEmpty: Bool { oldest.isEmpty && full.isEmpty && newest.isEmpty }
  @inlinable package var count: Int { oldest.count + full.count * Self.segmentLength + newest.count }
  @inlinable package var first: Element? { oldest.first ?? full.first?.first ?? newest.first }

  @inlinable
  package mutating func append(_ element: Element) {
    if newest.count == Self.segmentLength {
      full.append(newest.takeAll())
      newest.reserveCapacity(Self.segmentLength)
    }
    newest.append(element)
  }

  @inlinable
  package mutating func popFirst() -> Element? {
    if oldest.isEmpty {
      if let segment = full.popFirst() { oldest = segment } else { swap(&oldest, &newest) }
    }
    return oldest.popFirst()
  }

  /// Empties the queue and returns what it held, to be let go outside the lock.
  @inlinable
  package mutating func takeAll() -> SegmentedFIFO {
    let all = self
    self = SegmentedFIFO()
    return all
  }
}

extension SegmentedFIFO: Sendable where Element: Sendable {}
