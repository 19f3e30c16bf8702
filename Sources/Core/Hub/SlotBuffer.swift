/// Slots side by side, in the order of subscription.
///
/// Invariant behind `@safe` and `@unchecked`: the first `count` places are initialised, and there is but one buffer for
/// each memory: its roster has it, says who comes near, and deallocates it.
@usableFromInline
@safe
package struct SlotBuffer: @unchecked Sendable {
  @usableFromInline var first: UnsafeMutablePointer<SubscriberSlot>?
  @usableFromInline package private(set) var count = 0
  package private(set) var capacity = 0

  package init() {}

  /// To be asked for only where there are slots: many a source has none, and no memory for them.
  @inlinable
  @inline(__always)
  package var slots: UnsafeMutablePointer<SubscriberSlot> {
    unsafe first.unsafelyUnwrapped
  }

  package mutating func append(_ slot: consuming SubscriberSlot) {
    if count == capacity { resize(to: max(1, capacity * 2)) }
    unsafe (slots + count).initialize(to: slot)
    count += 1
  }

  /// Gives memory back when most have left.
  mutating func shrink() {
    if capacity > 64, count * 4 < capacity { resize(to: max(32, count * 2)) }
  }

  private mutating func resize(to capacity: Int) {
    let memory = UnsafeMutablePointer<SubscriberSlot>.allocate(capacity: capacity)
    if let old = unsafe first {
      unsafe memory.moveInitialize(from: old, count: count)
      unsafe old.deallocate()
    }
    unsafe first = memory
    self.capacity = capacity
  }

  /// Takes all slots of another one, which is empty then.
  mutating func appendAll(from other: inout SlotBuffer) {
    for index in 0..<other.count { append(unsafe (other.slots + index).move()) }
    other.count = 0
    other.deallocate()
    other = SlotBuffer()
  }

  mutating func removeLast() {
    count -= 1
    unsafe (slots + count).deinitialize(count: 1)
  }

  /// Keeps those that are active, in their order.
  mutating func removeAllDead() {
    var kept = 0
    for index in 0..<count {
      if unsafe slots[index].phase.isActive {
        if kept != index { unsafe (slots + kept).moveInitialize(from: slots + index, count: 1) }
        kept += 1
      } else {
        unsafe (slots + index).deinitialize(count: 1)
      }
    }
    count = kept
  }

  /// Where a subscriber is: ids grow from slot to slot. The newest is asked for most often.
  func index(of id: SubscriptionID) -> Int? {
    guard count > 0 else { return nil }
    if unsafe slots[count - 1].id == id { return count - 1 }
    let index = firstIndex(after: id) - 1
    return unsafe index >= 0 && slots[index].id == id ? index : nil
  }

  /// The index of the first that has joined after a subscriber.
  func firstIndex(after id: SubscriptionID) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if unsafe slots[middle].id <= id { low = middle + 1 } else { high = middle }
    }
    return low
  }

  var activeIDs: [SubscriptionID] {
    (0..<count).compactMap { unsafe slots[$0].phase.isActive ? slots[$0].id : nil }
  }

  package func deallocate() {
    guard let first = unsafe first else { return }
    unsafe first.deinitialize(count: count)
    unsafe first.deallocate()
  }
}
