#if !canImport(ObjectiveC)
  public import Synchronization
  import TidingsCore

  /// Finds out which properties are read on the way to a value: each of them begins to be watched just before it is
  /// read, so that no change falls in between.
  @usableFromInline
  final class AccessProbe: @unchecked Sendable {
    // Invariant behind `@unchecked`: bound to one thread for the time of one reading, and used on no other. A task that
    // a getter starts inherits the binding; `thread` keeps it out.

    @TaskLocal static var current: AccessProbe?
    /// The number of readings that are under way in the process.
    @usableFromInline static let active: Atomic<Int> = Atomic(0)

    private let thread = ThreadID.current
    private let watch: KeyValueWatch
    private let known: [WeakNode]
    private var matched = 0
    private var others: [WeakNode] = []

    /// Whether any reading is under way in the process: when none is, getters need not look for theirs.
    @inlinable static var isActive: Bool { active.load(ordering: .relaxed) > 0 }

    private init(for watch: KeyValueWatch, knowing known: [WeakNode]) {
      self.watch = watch
      self.known = known
    }

    /// Reads something, and returns the properties that were read; nil if they are those that are known.
    static func nodes(for watch: KeyValueWatch, knowing known: [WeakNode], _ body: () -> Void) -> [WeakNode]? {
      let probe = AccessProbe(for: watch, knowing: known)
      active.add(1, ordering: .sequentiallyConsistent)
      defer { active.subtract(1, ordering: .sequentiallyConsistent) }
      $current.withValue(probe, operation: body)
      return probe.nodes
    }

    /// What observers read is not on the way to anything.
    static func suspended(_ body: () -> Void) {
      guard isActive, current != nil else { return body() }
      $current.withValue(nil, operation: body)
    }

    @usableFromInline
    @inline(never)
    static func note(_ node: @autoclosure () -> KeyValueNode) {
      guard let current, current.thread == .current else { return }
      current.note(node())
    }

    private func note(_ node: KeyValueNode) {
      let isNew = node.add(watch)
      let id = ObjectIdentifier(node)
      if others.isEmpty, !isNew, matched < known.count, known[matched].id == id {
        matched += 1
      } else if !others.contains(where: { $0.id == id }), !known.prefix(matched).contains(where: { $0.id == id }) {
        others.append(WeakNode(node))
      }
    }

    private var nodes: [WeakNode]? {
      others.isEmpty && matched == known.count ? nil : known.prefix(matched) + others
    }
  }

  /// A property that is watched, without keeping it alive.
  struct WeakNode: Sendable {
    let id: ObjectIdentifier
    weak let node: KeyValueNode?

    init(_ node: KeyValueNode) {
      id = ObjectIdentifier(node)
      self.node = node
    }
  }
#endif
