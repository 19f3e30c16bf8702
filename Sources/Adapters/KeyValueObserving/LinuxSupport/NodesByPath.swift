#if !canImport(ObjectiveC)
  /// The nodes of an object by their key paths: few, so that to look at each is quicker than to hash a key path.
  ///
  /// Each place in the source that names a path has an object of its own for it, and to compare two of these takes long.
  /// So those that have been asked for are kept, too, until there are many.
  struct NodesByPath: Sendable {
    private var entries: [(path: SendablePath, node: KeyValueNode)] = []

    var count: Int { entries.count }

    mutating func known(_ path: SendablePath) -> KeyValueNode? {
      for entry in entries where entry.path.isSameObject(as: path) { return entry.node }
      guard let entry = entries.first(where: { $0.path == path }) else { return nil }
      if entries.count < 32 { entries.append((path, entry.node)) }
      return entry.node
    }

    /// The node, made if there is none.
    mutating func node(of path: SendablePath) -> KeyValueNode {
      if let node = known(path) { return node }
      let node = KeyValueNode()
      entries.append((path, node))
      return node
    }

    mutating func remove(_ path: SendablePath) {
      entries.removeAll { $0.path == path }
    }
  }

  struct SendablePath: Equatable, @unchecked Sendable {
    // Invariant behind `@unchecked`: a key path does not change.
    private let path: AnyKeyPath

    init(_ path: AnyKeyPath) {
      self.path = path
    }

    func isSameObject(as other: Self) -> Bool {
      path === other.path
    }

    static func == (left: Self, right: Self) -> Bool {
      left.path == right.path
    }
  }
#endif
