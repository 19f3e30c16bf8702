/// A queue on its way to a job, which goes on with it in place: a copy would be as long as what waits.
///
/// Invariant behind `@unchecked`: it is touched by one thread before it is handed over, and by another after that.
@_fixed_layout @usableFromInline
package final class HandedOver<Element: Sendable>: @unchecked Sendable {
  @usableFromInline package var queue: SegmentedFIFO<Element>

  @inlinable
  package init(_ queue: inout SegmentedFIFO<Element>) {
    self.queue = queue.takeAll()
  }
}
