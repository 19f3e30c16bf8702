/// The subscribers of a hub in the order of subscription.
///
/// An array would retain itself, the subscriber and the closure at each access, which is five sixths of the cost of a delivery.
/// This list is changed only with both the lock and the turn of the hub, and read with either, so a borrowed reference is enough.
///
/// Invariant behind the pointers: each of the first `count` elements is retained while it is in the list.
@safe @usableFromInline package struct SubscriberList: ~Copyable {
  @usableFromInline private(set) var base: UnsafeMutablePointer<Unmanaged<Subscriber>>?
  @usableFromInline package private(set) var count: Int32 = 0
  private var capacity: Int32 = 0

  @usableFromInline package init() {}

  // Inlinable, because 6.3.1 crashes where it inlines a setter of a property of this type.
  @inlinable deinit {
    for index in 0..<Int(count) { unsafe base![index].release() }
    unsafe base?.deallocate()
  }

  @usableFromInline package mutating func append(_ subscriber: Subscriber) {
    if count == capacity { changeCapacity(to: max(1, 2 * capacity)) }
    unsafe (base! + Int(count)).initialize(to: .passRetained(subscriber))
    count += 1
  }

  /// Removes inactive subscribers from the end of the list. Returns their number.
  package mutating func removeInactiveFromEnd() -> Int32 {
    let before = count
    while count > 0, unsafe !base![Int(count) - 1]._withUnsafeGuaranteedRef({ $0.isActive }) {
      count -= 1
      unsafe base![Int(count)].release()
    }
    if count <= capacity / 4, capacity > 4 { changeCapacity(to: count) }
    return before - count
  }

  /// Removes all inactive subscribers. Linear in the number of subscribers.
  package mutating func removeInactive() {
    var kept: Int32 = 0
    for index in 0..<Int(count) {
      let subscriber = unsafe base![index]
      if unsafe subscriber._withUnsafeGuaranteedRef({ $0.isActive }) {
        unsafe base![Int(kept)] = subscriber
        kept += 1
      } else {
        unsafe subscriber.release()
      }
    }
    count = kept
    _ = removeInactiveFromEnd()
  }

  private mutating func changeCapacity(to new: Int32) {
    let former = unsafe base
    unsafe base = new == 0 ? nil : .allocate(capacity: Int(new))
    if let former = unsafe former {
      if count > 0 { unsafe base!.moveInitialize(from: former, count: Int(count)) }
      unsafe former.deallocate()
    }
    capacity = new
  }

  /// Calls the body with each subscriber. Every subscriber in the list must be a `Receiver<Update>`.
  @inlinable
  @inline(__always) package func forEach<Update>(_ type: Update.Type, _ body: (borrowing Receiver<Update>) -> Void) {
    for index in 0..<Int(count) {
      unsafe (base! + index).withMemoryRebound(to: Unmanaged<Receiver<Update>>.self, capacity: 1) {
        unsafe $0.pointee._withUnsafeGuaranteedRef { body($0) }
      }
    }
  }
}

@available(*, unavailable) extension SubscriberList: Sendable {}
