/// Where threads meet: each access to an atomic, and each job for the concurrency pool. Locks are the third; see
/// ``Locked``.
///
/// Test builds have threads stand back here for one another, in every order. In all others there is nothing here but
/// the detached task.
@usableFromInline
package enum SchedulingPoint: Sendable {
  /// What the calling thread does next could be noticed by others.
  @inlinable
  @inline(__always)
  package static func reach(_ what: StaticString) {
    #if TIDINGS_EXPLORED_THREADS
      ExploredThread.current?.reach("\(what)")
    #endif
  }

  /// Has the job done in the concurrency pool.
  package static func handOver(_ job: @escaping @Sendable () -> Void) {
    #if TIDINGS_EXPLORED_THREADS
      if let thread = ExploredThread.current { return thread.spawn(job) }
    #endif
    Task.detached { job() }
  }
}

#if TIDINGS_EXPLORED_THREADS
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
#endif
