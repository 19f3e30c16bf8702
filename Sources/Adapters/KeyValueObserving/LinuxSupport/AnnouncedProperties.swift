#if !canImport(ObjectiveC)
  public import Synchronization
  import TidingsCore

  /// The properties that are watched of objects that announce changes by hand: such an object has no place for them.
  ///
  /// A property is here for as long as it is watched. An object whose place in memory is taken by another after it has
  /// gone is not mistaken for that one: those who watch look at the object that they mean.
  @usableFromInline
  final class AnnouncedProperties: Sendable {
    static let all = AnnouncedProperties()

    private let nodes = Locked<[ObjectIdentifier: NodesByPath]>([:])
    /// One bit for each 64th of all objects, set while one of them is watched: the others need not look further.
    @usableFromInline static let watched: Atomic<UInt64> = Atomic(0)

    @inlinable
    static func mayBeWatched(of object: AnyObject) -> Bool {
      watched.load(ordering: .sequentiallyConsistent) & bit(of: ObjectIdentifier(object)) != 0
    }

    @inlinable
    static func bit(of id: ObjectIdentifier) -> UInt64 {
      let address = UInt64(UInt(bitPattern: id))
      return 1 << (((address >> 4) &* 0x9E37_79B9_7F4A_7C15) >> 58)
    }

    func node(of object: AnyObject, _ path: AnyKeyPath) -> KeyValueNode? {
      let id = ObjectIdentifier(object)
      let path = SendablePath(path)
      return nodes.withLock { $0[id]?.known(path) }
    }

    func add(_ watch: KeyValueWatch, to path: AnyKeyPath, of id: ObjectIdentifier) {
      let path = SendablePath(path)
      nodes.withLock { nodes in
        _ = nodes[id, default: NodesByPath()].node(of: path).add(watch)
        Self.watched.bitwiseOr(Self.bit(of: id), ordering: .sequentiallyConsistent)
      }
    }

    func remove(_ watch: KeyValueWatch, from path: AnyKeyPath, of id: ObjectIdentifier) {
      let path = SendablePath(path)
      // Nothing of a user's is let go of under the lock: the caller has the watch.
      let removed = nodes.withLock { nodes -> KeyValueNode? in
        guard let node = nodes[id]?.known(path), node.remove(watch) else { return nil }
        nodes[id]?.remove(path)
        if nodes[id]?.count == 0 { nodes[id] = nil }
        if nodes.isEmpty { Self.watched.store(0, ordering: .sequentiallyConsistent) }
        return node
      }
      withExtendedLifetime(removed) {}
    }
  }
#endif
