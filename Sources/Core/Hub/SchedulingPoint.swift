/// Where threads meet: each access to an atomic, and each job for the concurrency pool. Locks are the third; see
/// ``Locked``.
///
/// Test builds have threads stand back here for one another, in every order. In all others there is nothing here but
/// the detached task.
@usableFromInline
package enum SchedulingPoint: Sendable {}

#if TIDINGS_EXPLORED_THREADS
  extension SchedulingPoint {
    /// What the calling thread does next could be noticed by others.
    @inlinable
    @inline(__always)
    package static func reach(_ what: StaticString) {
      ExploredThread.current?.reach("\(what)")
    }

    /// Has the job done in the concurrency pool, or by another thread of the exploration.
    @usableFromInline
    package static func handOver(_ job: @escaping @Sendable () -> Void) {
      if let thread = ExploredThread.current { return thread.spawn(job) }
      Task.detached { job() }
    }
  }

  /// A thread of a test that says when it goes on.
  @usableFromInline
  package protocol ThreadControl: Sendable {
    func reach(_ what: String)
    func acquire(_ lock: UInt64)
    func release(_ lock: UInt64)
    func spawn(_ job: @escaping @Sendable () -> Void)
  }

  @usableFromInline
  package enum ExploredThread: Sendable {
    /// Nil on all threads but those of an exploration.
    @TaskLocal public static var current: (any ThreadControl)?
  }
#else
  extension SchedulingPoint {
    @inlinable
    @inline(__always)
    package static func reach(_ what: StaticString) {}

    @usableFromInline
    package static func handOver(_ job: @escaping @Sendable () -> Void) {
      Task.detached { job() }
    }
  }
#endif
