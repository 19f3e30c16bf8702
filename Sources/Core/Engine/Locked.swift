#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

#if TIDINGS_THREAD_SANITIZER
  /// The sanitizer does not see the futex calls inside `Synchronization.Mutex` and reports races that are none.
  ///
  /// Invariant behind `@unchecked`: `content` is touched only between lock and unlock of `mutex`, which never moves.
  @usableFromInline @safe package final class Locked<State: Sendable>: @unchecked Sendable {
    private var content: AddressableState<State>
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    @usableFromInline package init(_ state: State) {
      content = AddressableState(state)
      unsafe mutex = .allocate(capacity: 1)
      unsafe pthread_mutex_init(mutex, nil)
    }

    deinit {
      unsafe pthread_mutex_destroy(mutex)
      unsafe mutex.deallocate()
    }

    @usableFromInline package func withLock<Result: Sendable, Failure: Error>(
      _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      unsafe pthread_mutex_lock(mutex)
      defer { unsafe pthread_mutex_unlock(mutex) }
      return try body(&content.state)
    }
  }
#else
  public import Synchronization

  // No user code may run inside `withLock`, and nothing of a user may be released there: take it out and release it afterwards.
  @frozen @usableFromInline package struct Locked<State: Sendable>: ~Copyable, Sendable {
    @usableFromInline let mutex: Mutex<State>

    @inlinable package init(_ state: State) { mutex = Mutex(state) }

    @inlinable @inline(__always) package borrowing func withLock<Result: Sendable, Failure: Error>(
      _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      while true {
        let result = try mutex.withLockIfAvailable { (state) throws(Failure) -> Result in try body(&state) }
        if let result { return result }
        waitUntilFree()
      }
    }

    // Yields before it sleeps. The lock is held for some ten nanoseconds at a time, but on Linux the kernel hands it to the
    // thread that waits longest. With more threads than processors it would move at the speed of the scheduler.
    @usableFromInline borrowing func waitUntilFree() {
      for _ in 0..<16 {
        yieldProcessor()
        if mutex.withLockIfAvailable({ _ in }) != nil { return }
      }
      mutex.withLock { _ in }
    }
  }
#endif

/// Never empty under the thread sanitizer, which would report accesses to an empty state as accesses to its object.
@frozen @usableFromInline struct AddressableState<State> {
  @usableFromInline var state: State
  #if TIDINGS_THREAD_SANITIZER
    @usableFromInline let place: UInt8 = 0
  #endif

  @inlinable init(_ state: State) { self.state = state }
}

extension AddressableState: Sendable where State: Sendable {}

@usableFromInline func yieldProcessor() { sched_yield() }
