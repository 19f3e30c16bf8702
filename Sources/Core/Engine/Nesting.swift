#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The starts, stops and ends that one thread has in progress.
///
/// Each can lead to the next: a page of results requests the page that follows, or an operator that ends cancels
/// another. To need little stack for any number of them, those that are nested too deeply wait. The same thread
/// performs them before the outermost returns.
///
/// Invariant: it is used by one thread only. No access to it contains another, so exclusivity need not be checked.
@usableFromInline
package final class Nesting {
  private static let maximumDepth = 32

  @safe @exclusivity(unchecked) private var depth = 0
  @safe @exclusivity(unchecked) private var isGivingUp = false
  @safe @exclusivity(unchecked) private var waiting = FIFO<@Sendable () -> Void>()
  /// The hubs that are being started, the innermost last; nil stands for code of a user.
  @safe @exclusivity(unchecked) private var starting: [(hub: AnyHub?, isCancelled: Bool)] = []
  /// The hubs whose values are being changed by user code.
  @safe @exclusivity(unchecked) private var written: [ObjectIdentifier] = []

  private init() {}

  /// Performs the work: now, or if that would be nested too deeply, when the calls in progress have returned.
  ///
  /// - Parameter isStart: Whether the work is a part of the start in progress. Other work subscribes for itself, for example
  ///   in the handler of an end.
  static func perform(isStart: Bool = false, _ work: @escaping @Sendable () -> Void) {
    let nesting = current
    guard nesting.depth < maximumDepth else { return nesting.waiting.append(work) }
    nesting.nest(isStart: isStart, work)
    if nesting.depth == 0, !nesting.isGivingUp { nesting.performWaiting() }
  }

  /// Performs the waiting work, because the thread is about to block and may wait for that work.
  package static func finishEarly() {
    let nesting = current
    nesting.isGivingUp = false
    nesting.performWaiting()
  }

  private func performWaiting() {
    while let work = waiting.popFirst() { nest(work) }
  }

  private func nest(isStart: Bool = false, _ work: () -> Void) {
    depth += 1
    if !isStart { starting.append((nil, false)) }
    work()
    if !isStart { starting.removeLast() }
    depth -= 1
  }
}

// MARK: Cancelling many subscriptions

extension Nesting {
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
  @usableFromInline
  package static func afterGivingUp(_ work: @escaping @Sendable () -> Void) {
    let nesting = current
    if nesting.isGivingUp { nesting.waiting.append(work) } else { work() }
  }
}

// MARK: Writing values

extension Nesting {
  static func beginWrite(of hub: AnyHub) { current.written.append(ObjectIdentifier(hub)) }

  static func endWrite() { current.written.removeLast() }

  /// Whether the thread is changing the value of the hub by user code.
  static func isWriting(_ hub: AnyHub) -> Bool { current.written.contains(ObjectIdentifier(hub)) }
}

// MARK: Starting hubs

extension Nesting {
  /// Starts a hub. See ``isStartUnwanted(of:)``.
  static func start<Result>(_ hub: AnyHub, _ body: () -> Result) -> Result { pushing(hub, body) }

  /// Calls the start closure of a user. Hubs that it subscribes to may outlive the started hub.
  static func callStartClosure<Result>(_ body: () -> Result) -> Result { pushing(nil, body) }

  private static func pushing<Result>(_ hub: AnyHub?, _ body: () -> Result) -> Result {
    let nesting = current
    nesting.starting.append((hub, false))
    defer { nesting.starting.removeLast() }
    return body()
  }

  static var startCount: Int { current.starting.count }

  /// Records that an operator no longer wants the publisher that was started after so many others.
  static func cancelStart(after count: Int) {
    let nesting = current
    if count < nesting.starting.count { nesting.starting[count].isCancelled = true }
  }

  /// Whether the thread is starting the hub for an operator that has cancelled it, or whose last subscriber has left since.
  ///
  /// The operator cannot unsubscribe, as it has no token before `attach` returns. Until then this stops deliveries and
  /// starts that nothing waits for, which may have no end.
  static func isStartUnwanted(of hub: AnyHub) -> Bool {
    let starting = current.starting
    guard var index = starting.lastIndex(where: { $0.hub === hub }) else { return false }
    while !starting[index].isCancelled {
      guard index > 0, let outer = starting[index - 1].hub else { return false }
      let count = outer.subscriberCount
      if count != 1 { return count == 0 }
      index -= 1
    }
    return true
  }
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

    /// Called when a thread ends. The pointer is optional on some platforms only.
    private static func release(_ pointer: UnsafeMutableRawPointer?) {
      if let pointer = unsafe pointer { unsafe Unmanaged<Nesting>.fromOpaque(pointer).release() }
    }

    private static var current: Nesting {
      guard let pointer = unsafe pthread_getspecific(key) else { return make() }
      return unsafe Unmanaged<Nesting>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// The thread releases the object when it ends.
    @inline(never)
    private static func make() -> Nesting {
      let nesting = Nesting()
      unsafe pthread_setspecific(key, Unmanaged.passRetained(nesting).toOpaque())
      return nesting
    }
  }
#else
  #error("Tidings supports Apple platforms and Linux.")
#endif

@available(*, unavailable)
extension Nesting: Sendable {}
