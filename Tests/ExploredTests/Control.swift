#if TIDINGS_EXPLORED_THREADS
  import Synchronization
  import TidingsCore
  import ThreadExplorer

  /// Connects a thread of an exploration to the scheduling points of the package, and counts the locks that it holds.
  final class Control: ThreadControl {
    private let thread: ControlledThread
    private let heldLocks = Mutex(0)

    private init(_ thread: ControlledThread) {
      self.thread = thread
    }

    static func perform(on thread: ControlledThread, _ body: () -> Void) {
      ExploredThread.$current.withValue(Control(thread), operation: body)
    }

    /// Whether the calling thread holds a lock of the package.
    static var holdsLock: Bool {
      (ExploredThread.current as? Control)?.heldLocks.withLock { $0 > 0 } ?? false
    }

    func reach(_ access: SharedAccess) { thread.reach(Access(access)) }
    func hasOnlyLoaded() { thread.hasOnlyLoaded() }
    func touch(_ access: SharedAccess) { thread.touch(Access(access)) }
    func keep(_ object: any AnyObject & Sendable) { thread.keep(object) }

    func acquire(_ lock: UInt64, at place: CodePlace) {
      thread.acquire(lock.amongAll, at: SourcePlace(place))
      heldLocks.withLock { $0 += 1 }
    }

    func release(_ lock: UInt64) {
      heldLocks.withLock { $0 -= 1 }
      thread.release(lock.amongAll)
    }

    func spawn(_ job: @escaping @Sendable () -> Void) {
      thread.spawn { ThreadNumber.$current.withValue(.pool, operation: job) }
    }
  }

  /// Tells the threads of a scenario apart in its record; nil is the thread that sets the scenario up.
  enum ThreadNumber: Hashable, Sendable {
    case thread(Int)
    /// A job that the package has handed over.
    case pool

    @TaskLocal static var current: ThreadNumber?
  }
#endif
