#if !canImport(ObjectiveC)
  /// The nodes of an object by their key paths: few, so that to look at each is quicker than to hash a key path.
  struct NodesByPath: Sendable {
    private var entries: [(path: SendablePath, node: KeyValueNode)] = []

    var count: Int { entries.count }

    subscript(path: SendablePath) -> KeyValueNode? {
      for entry in entries where entry.path == path { return entry.node }
      return nil
    }

    /// The node, made if there is none.
    mutating func node(of path: SendablePath) -> KeyValueNode {
      if let node = self[path] { return node }
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

    static func == (left: Self, right: Self) -> Bool {
      left.path === right.path || left.path == right.path
    }
  }
#endif
