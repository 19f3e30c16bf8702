/// A thread whose turns an explorer decides, as the code that runs on it sees it.
///
/// Code that is to be explored calls it before each step that other threads could notice.
public struct ControlledThread: Sendable {
  /// The controlled thread that this code runs on, if it does.
  @TaskLocal public static var current: ControlledThread?

  fileprivate let execution: Execution
  fileprivate let index: Int

  init(execution: Execution, index: Int) {
    self.execution = execution
    self.index = index
  }

  /// A scheduling point before an atomic access. Returns when the calling thread does the access.
  public func reach(_ access: Access) {
    execution.reach(access, by: index)
  }

  /// The last access that was announced, an update, has only read: a compare-exchange that has failed.
  ///
  /// - Parameter ordering: The ordering of the load; nil for what is left of that of the update without its store.
  public func hasOnlyLoaded(ordering: Access.Ordering? = nil) {
    execution.hasOnlyLoaded(ordering: ordering, index)
  }

  /// An access to plain memory. No scheduling point: two of which the order could matter are a race, and reported.
  public func touch(_ access: Access) {
    execution.touch(access, by: index)
  }

  /// A scheduling point: another thread may go on first. Depends on all other steps that are announced by this method.
  ///
  /// - Parameter what: What the thread does next, for the account of a failure.
  public func reach(_ what: String) {
    execution.reach(.reach(what), by: index)
  }

  /// A scheduling point that has to do with others only as its order says; with none, by an order without names.
  ///
  /// - Parameters:
  ///   - what: What the thread does next, for the account of a failure.
  ///   - order: Which other events it keeps its order with.
  public func announce(_ what: String, order: EventOrder) {
    execution.reach(.event(what), by: index)
    execution.note(nil, order, by: index)
  }

  /// An event that expectations look at. No scheduling point: it belongs to the step before, and nothing of another
  /// thread comes between.
  ///
  /// - Parameters:
  ///   - what: What happens, for the account of a failure.
  ///   - order: Which other events it keeps its order with.
  public func note(_ what: @autoclosure @escaping @Sendable () -> String, order: EventOrder) {
    execution.note(what, order, by: index)
  }

  /// A scheduling point before a lock is taken. Returns when it is free, and counts it as taken.
  public func acquire(_ lock: UInt64, at place: SourcePlace? = nil) {
    execution.acquire(lock, at: place, by: index)
  }

  /// Counts the lock as free. No scheduling point: there is one before whatever this thread does next.
  public func release(_ lock: UInt64) {
    execution.release(lock, by: index)
  }

  /// Has the job done by one more controlled thread.
  public func spawn(_ job: @escaping @Sendable () -> Void) {
    execution.spawn(job, by: index)
  }

  /// Keeps an object until the schedule has been judged, so that no other object gets its address.
  ///
  /// Code that compares addresses, as a compare-exchange of a list's head does, goes another way when the memory of an
  /// object that has gone is used again. Whether it is belongs to no schedule, and is not the same each time.
  public func keep(_ object: any AnyObject & Sendable) {
    execution.keep(object)
  }

  /// The object goes: another one may have its number from now on.
  public func forget(_ object: UInt64) {
    execution.forget(object)
  }
}

extension ControlledThread {
  /// Runs the closure, and fails the schedule when this thread takes more steps in it than the bound.
  ///
  /// Steps of other threads do not count, whatever they do meanwhile. ``ExplorationResult/mostSteps`` has how many were
  /// needed.
  public func counting<Result>(
    _ call: String, atMost bound: Int, _ body: () throws -> Result
  ) rethrows -> Result {
    execution.begin(call, atMost: bound, by: index)
    defer { execution.endCall(by: index) }
    return try body()
  }

  /// Waits until the closure returns true, then counts as an acquiring update of the object.
  ///
  /// The closure is called on any thread, before each step of any. What it looks at changes only by accesses to the
  /// object.
  public func wait(for object: UInt64, at place: SourcePlace, until isOpen: @escaping @Sendable () -> Bool) {
    execution.wait(for: object, at: place, until: isOpen, by: index)
  }
}
