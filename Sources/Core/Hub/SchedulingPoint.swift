/// Hands jobs to the concurrency pool; in test builds, to another thread of the exploration.
///
/// With ``SharedAtomic`` and ``Locked`` these are all the places where threads meet: test builds have them stand back there
/// for one another, in every order.
@usableFromInline
package enum SchedulingPoint: Sendable {}

#if TIDINGS_EXPLORED_THREADS
  extension SchedulingPoint {
    /// Has the job done in the concurrency pool, or by another thread of the exploration.
    @usableFromInline
    package static func handOver(_ job: @escaping @Sendable () -> Void) {
      if let thread = ExploredThread.current { return thread.spawn(job) }
      Task.detached { job() }
    }

    /// Keeps the address of an object from being given to another one before the exploration has come to its end: what is
    /// compared with it has the same result each time.
    static func keepAddress(of object: any AnyObject & Sendable) {
      ExploredThread.current?.keep(object)
    }
  }

  /// A thread of a test that says when it goes on.
  @usableFromInline
  package protocol ThreadControl: Sendable {
    /// Called before an atomic access; returns when it is the calling thread's turn.
    func reach(_ access: SharedAccess)
    /// The atomic access has left the memory as it was: a compare-exchange that has failed.
    func hasOnlyLoaded()
    /// Called before an access to plain memory.
    func touch(_ access: SharedAccess)
    func acquire(_ lock: UInt64, at place: CodePlace)
    func release(_ lock: UInt64)
    func spawn(_ job: @escaping @Sendable () -> Void)
    /// Keeps an object alive until all threads have finished.
    func keep(_ object: any AnyObject & Sendable)
  }

  @usableFromInline
  package enum ExploredThread: Sendable {
    /// Nil on all threads but those of an exploration.
    @TaskLocal public static var current: (any ThreadControl)?
  }
#else
  extension SchedulingPoint {
    @usableFromInline
    package static func handOver(_ job: @escaping @Sendable () -> Void) {
      Task.detached { job() }
    }

    @inline(__always)
    static func keepAddress(of object: any AnyObject & Sendable) {}
  }
#endif
