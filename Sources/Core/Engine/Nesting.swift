#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The starts, stops and ends that one thread has in progress.
///
/// Each can lead to the next: a page of results requests the page that follows, or an operator that ends cancels another. To need
/// little stack for any number of them, those that are nested too deeply wait. The same thread performs them before the outermost
/// returns.
///
/// Invariant: it is used by one thread only. No access to it contains another, so exclusivity need not be checked.
@usableFromInline package final class Nesting {
  private static let maximumDepth = 32

  @safe @exclusivity(unchecked) private var depth = 0
  @safe @exclusivity(unchecked) private var isGivingUp = false
  @safe @exclusivity(unchecked) private var waiting = FIFO<@Sendable () -> Void>()
  /// The subscription that an operator is making, for which no receiver is known yet.
  @safe @exclusivity(unchecked) private var place: (any ReceiverPlace)?

  private init() {}

  /// Performs the work: now, or if that would be nested too deeply, when the calls in progress have returned.
  static func perform(_ work: @escaping @Sendable () -> Void) {
    let nesting = current
    guard nesting.depth < maximumDepth else {
      // The end of one must not start work for the next, also when both are cancelled later.
      let isGivingUp = nesting.isGivingUp
      return nesting.waiting.append { isGivingUp ? giveUp(work) : work() }
    }
    nesting.nest(work)
    if nesting.depth == 0, !nesting.isGivingUp { nesting.performWaiting() }
  }

  /// Performs the waiting work, because the thread is about to block and may wait for that work.
  package static func finishEarly() {
    let nesting = current
    let isGivingUp = nesting.isGivingUp
    nesting.isGivingUp = false
    nesting.performWaiting()
    nesting.isGivingUp = isGivingUp
  }

  private func performWaiting() {
    while let work = waiting.popFirst() { nest(work) }
  }

  private func nest(_ work: () -> Void) {
    depth += 1
    work()
    depth -= 1
  }

  // MARK: Cancelling many subscriptions

  /// Cancels many subscriptions as one step.
  ///
  /// The end of one does not start work that is cancelled a moment later, such as the next download of a queue.
  package static func giveUp(_ body: () -> Void) {
    let nesting = current
    guard !nesting.isGivingUp else { return body() }
    nesting.isGivingUp = true
    body()
    nesting.isGivingUp = false
    if nesting.depth < maximumDepth { nesting.performWaiting() }
  }

  package static var isGivingUp: Bool { current.isGivingUp }

  /// Performs the work: now, or when the thread has cancelled all of the subscriptions that it is cancelling.
  @usableFromInline package static func afterGivingUp(_ work: @escaping @Sendable () -> Void) {
    let nesting = current
    if nesting.isGivingUp { nesting.waiting.append(work) } else { work() }
  }

  // MARK: Subscribing for an operator

  // Subscribes for an operator, which has no token before `attach` returns. With the receiver, which it gets before the first
  // update, it can leave a publisher that delivers updates inside `attach`, which may have no end.
  static func subscribing(for place: any ReceiverPlace, _ attach: () -> Subscription) -> Subscription {
    let nesting = current
    let outer = nesting.place
    nesting.place = place
    defer { nesting.place = outer }
    return attach()
  }

  /// Gives the receiver to the operator for which the thread is subscribing, while the body delivers updates to it.
  @usableFromInline static func announce(_ receiver: SubscriptionOwner, during body: () -> Void) {
    let nesting = current
    guard let place = nesting.place else { return body() }
    nesting.place = nil
    place.keep(receiver)
    body()
    if place.keep(nil) { nesting.place = place }
  }

  /// Calls code of a user, which may subscribe for itself.
  @usableFromInline package static func outside<Result>(_ body: () -> Result) -> Result {
    let nesting = current
    let place = nesting.place.take()
    defer { nesting.place = place }
    return body()
  }

  /// The publisher of a user may subscribe to others after the operator has left, but not for the operator.
  static func leavePlace() {
    let nesting = current
    if let place = nesting.place, !place.isWanted { nesting.place = nil }
  }
}

protocol ReceiverPlace {
  var isWanted: Bool { get }

  /// Cancels the receiver if another thread has cancelled the subscription before. Returns whether it is kept.
  @discardableResult func keep(_ receiver: SubscriptionOwner?) -> Bool
}

// MARK: The object of a thread

#if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
  extension Nesting {
    private static let key: pthread_key_t = {
      var key = pthread_key_t()
      let status = unsafe pthread_key_create(&key) { unsafe Nesting.release($0) }
      precondition(status == 0, "The process has no key left for data of a thread")
      return key
    }()

    /// The pointer is optional on some platforms only.
    private static func release(_ pointer: UnsafeMutableRawPointer?) {
      if let pointer = unsafe pointer { unsafe Unmanaged<Nesting>.fromOpaque(pointer).release() }
    }

    private static var current: Nesting {
      guard let pointer = unsafe pthread_getspecific(key) else { return make() }
      return unsafe Unmanaged<Nesting>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// The thread releases the object when it ends.
    @inline(never) private static func make() -> Nesting {
      let nesting = Nesting()
      unsafe pthread_setspecific(key, Unmanaged.passRetained(nesting).toOpaque())
      return nesting
    }
  }
#else
  #error("Tidings supports Apple platforms and Linux.")
#endif

@available(*, unavailable) extension Nesting: Sendable {}
