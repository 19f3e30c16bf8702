/// A thread whose turns an explorer decides, as the code that runs on it sees it.
///
/// Code that is to be explored calls it before each step that other threads could notice.
public struct ControlledThread: Sendable {
  /// The controlled thread that this code runs on, if it does.
  @TaskLocal public static var current: ControlledThread?

  private let execution: Execution
  private let index: Int

  init(execution: Execution, index: Int) {
    self.execution = execution
    self.index = index
  }

  /// A scheduling point: another thread may go on first.
  ///
  /// - Parameter what: What the thread does next, for the account of a failure.
  public func reach(_ what: String) {
    execution.reach(what, by: index)
  }

  /// A scheduling point before a lock is taken. Returns when it is free, and counts it as taken.
  public func acquire(_ lock: UInt64) {
    execution.acquire(lock, by: index)
  }

  /// Counts the lock as free. No scheduling point: there is one before whatever this thread does next.
  public func release(_ lock: UInt64) {
    execution.release(lock)
  }

  /// Has the job done by one more controlled thread.
  public func spawn(_ job: @escaping @Sendable () -> Void) {
    execution.spawn(job)
  }
}
