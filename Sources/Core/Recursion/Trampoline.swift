#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Keeps chains of any length from using up a thread's stack: what would go deeper when little of it is left is
/// postponed, and goes on in the same thread as soon as the calls that are under way have returned so far.
///
/// Every recursion of the package leads through a call of ``descend(_:)``; the outermost of them does not return before
/// everything has been done that was postponed in it. So what is promised by the return of `subscribe`, `send` or
/// `invalidate` holds for any length of chain, and where there is room on the stack nothing is postponed.
///
/// It belongs to one thread, and is touched by no other.
package final class Trampoline {
  /// With more calls inside each other the stack counts as used up, whatever its size: where exclusivity is checked, each
  /// check takes time for every access that is under way.
  private static let maximumDepth = 128

  private let stack = ThreadStack.current
  // Only its thread has it, and no access contains another: what exclusivity would check, at each call.
  @exclusivity(unchecked) private var depth = 0
  @exclusivity(unchecked) private var postponedCount = 0
  private var postponed = FIFO<@Sendable () -> Void>()
  /// The hubs that the thread is starting, the innermost last; nil stands for a start closure of a user.
  private var starting: [AnyHub?] = []
  /// The hubs whose values the thread is changing by user code.
  private var written: [ObjectIdentifier] = []

  private init() {}

  /// Does the work, which may lead to more of its kind, then what it has postponed, if there is room by now.
  @inline(__always)
  package static func descend<Result>(_ work: (Trampoline) -> Result) -> Result {
    let trampoline = current
    unsafe trampoline.depth += 1
    let result = work(trampoline)
    unsafe trampoline.depth -= 1
    if unsafe trampoline.postponedCount > 0 { trampoline.catchUp() }
    return result
  }

  /// Does the work: now, or when there is room on the stack.
  @inline(__always)
  package static func perform(_ work: @escaping @Sendable () -> Void) {
    descend { $0.perform(work) }
  }

  /// Does what has been postponed: the thread is about to wait, maybe for that very work.
  package static func finishEarly() {
    let trampoline = current
    while trampoline.doNext() {}
  }

  /// Does the work: now, or when there is room on the stack. Only for callers inside ``descend(_:)``.
  @inline(__always)
  package func perform(_ work: @escaping @Sendable () -> Void) {
    if isLow { postpone(work) } else { work() }
  }

  /// Holds something until there is room on the stack to let go of it: it may hold more of its kind, as tokens and operators
  /// do, and these would be let go one inside the other. Only for callers inside ``descend(_:)``, who let go there as well.
  @inline(__always)
  package func holdIfLow(_ content: some Sendable) {
    if isLow { postpone { withExtendedLifetime(content) {} } }
  }

  /// Whether the stack is nearly used up.
  private var isLow: Bool { unsafe depth > Self.maximumDepth || stack.isLow }

  /// Does the work later, in its turn. Only for callers inside ``descend(_:)``: the outermost of these does it.
  func postpone(_ work: @escaping @Sendable () -> Void) {
    postponed.append(work)
    unsafe postponedCount = postponed.count
  }

  private var isShallow: Bool { unsafe depth < Self.maximumDepth / 2 && stack.isShallow }

  @inline(never)
  private func catchUp() {
    while unsafe depth == 0 || isShallow, doNext() {}
  }

  private func doNext() -> Bool {
    unsafe depth += 1
    defer { unsafe depth -= 1 }
    // Let go of before the depth counts down: that may be work as well.
    guard let next = postponed.popFirst() else { return false }
    unsafe postponedCount = postponed.count
    next()
    return true
  }
}

extension Trampoline {
  static func beginWrite(of hub: ObjectIdentifier) { current.written.append(hub) }

  static func endWrite() { current.written.removeLast() }

  /// Whether the thread is changing the value of a hub by user code.
  static func isWriting(_ hub: ObjectIdentifier) -> Bool { current.written.contains(hub) }
}

extension Trampoline {
  /// Starts a hub; see ``isStartUnwanted(of:)``.
  static func start<Result>(_ hub: AnyHub, _ body: () -> Result) -> Result { pushing(hub, body) }

  /// Calls the start closure of a user. What that subscribes to may outlive the hub that is started.
  static func callStartClosure<Result>(_ body: () -> Result) -> Result { pushing(nil, body) }

  private static func pushing<Result>(_ hub: AnyHub?, _ body: () -> Result) -> Result {
    let trampoline = current
    trampoline.starting.append(hub)
    defer { trampoline.starting.removeLast() }
    return body()
  }

  /// Whether the thread is starting the hub for an operator whose last subscriber has left since.
  ///
  /// The operator cannot unsubscribe, as it has no token before `attach` returns. Until then this stops what would be
  /// delivered or started in vain, maybe without end.
  static func isStartUnwanted(of hub: AnyHub) -> Bool {
    let starting = current.starting
    guard var index = starting.lastIndex(where: { $0 === hub }) else { return false }
    while index > 0, let outer = starting[index - 1] {
      let count = outer.subscriberCount
      if count != 1 { return count == 0 }
      index -= 1
    }
    return false
  }
}

#if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
  extension Trampoline {
    private static let key: pthread_key_t = {
      var key = pthread_key_t()
      let status = unsafe pthread_key_create(&key) { unsafe Trampoline.release($0) }
      precondition(status == 0, "The process has no key left for what belongs to a thread")
      return key
    }()

    /// Called as a thread ends. Not every platform has this pointer as one that may be nil.
    private static func release(_ pointer: UnsafeMutableRawPointer?) {
      if let pointer = unsafe pointer { unsafe Unmanaged<Trampoline>.fromOpaque(pointer).release() }
    }

    /// The one of the calling thread.
    private static var current: Trampoline {
      guard let pointer = unsafe pthread_getspecific(key) else { return make() }
      return unsafe Unmanaged<Trampoline>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// The thread lets go of it when it ends.
    @inline(never)
    private static func make() -> Trampoline {
      let trampoline = Trampoline()
      unsafe pthread_setspecific(key, Unmanaged.passRetained(trampoline).toOpaque())
      return trampoline
    }
  }
#else
  extension Trampoline {
    /// Nothing is known of the stack: nothing is postponed.
    private static var current: Trampoline { Trampoline() }
  }
#endif

@available(*, unavailable)
extension Trampoline: Sendable {}
