#if TIDINGS_THREAD_SANITIZER
  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// The same lock over a pthread mutex, for builds with the thread sanitizer.
  ///
  /// The sanitizer does not see the futex calls inside `Synchronization.Mutex` and reports races that are none.
  @usableFromInline
  @safe
  package final class Locked<State: Sendable>: @unchecked Sendable {
    // Invariant behind `@unchecked`: `content` is touched only between lock and unlock of `mutex`, which never moves.
    private var content: Content
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    /// A state without a size would have no place of its own, and the sanitizer would see it where something else is.
    private struct Content {
      var state: State
      let place: UInt8 = 0
    }

    @usableFromInline
    package init(_ state: State) {
      content = Content(state: state)
      unsafe mutex = .allocate(capacity: 1)
      unsafe pthread_mutex_init(mutex, nil)
    }

    deinit {
      unsafe pthread_mutex_destroy(mutex)
      unsafe mutex.deallocate()
    }

    @usableFromInline
    package func withLock<Result: Sendable, Failure: Error>(
      _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      unsafe pthread_mutex_lock(mutex)
      defer { unsafe pthread_mutex_unlock(mutex) }
      return try body(&content.state)
    }
  }
#elseif TIDINGS_EXPLORED_THREADS
  import Synchronization

  /// The same lock, in builds that explore the orders of threads: taking it is a scheduling point.
  ///
  /// The mutex inside still serves threads that nobody controls; those of an exploration never find it taken.
  @usableFromInline
  package struct Locked<State: Sendable>: ~Copyable, Sendable {
    private let mutex: Mutex<State>
    private let number = SharedNumber.next()

    @usableFromInline
    package init(_ state: State) {
      mutex = Mutex(state)
    }

    @usableFromInline
    package borrowing func withLock<Result: Sendable, Failure: Error>(
      fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
      _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      let thread = ExploredThread.current
      thread?.acquire(number, at: CodePlace(fileID: fileID, line: line, function: function))
      defer { thread?.release(number) }
      return try mutex.withLock { (state) throws(Failure) -> Result in try body(&state) }
    }
  }
#else
  public import Synchronization

  /// A value behind a lock; the only lock there is.
  ///
  /// No code of a user may run inside `withLock`, and nothing of a user may be released there: take it out and let
  /// it go afterwards.
  @frozen @usableFromInline
  package struct Locked<State: Sendable>: ~Copyable, Sendable {
    @usableFromInline let mutex: Mutex<State>

    @inlinable
    package init(_ state: State) {
      mutex = Mutex(state)
    }

    @inlinable
    package borrowing func withLock<Result: Sendable, Failure: Error>(
      _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      try mutex.withLock { (state) throws(Failure) -> Result in try body(&state) }
    }
  }
#endif
