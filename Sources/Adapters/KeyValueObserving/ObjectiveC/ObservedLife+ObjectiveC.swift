#if canImport(ObjectiveC)
  public import Foundation
  import ObjectiveC
  import TidingsCore

  /// What keeps an observation going: one of Foundation's, or one by name.
  @usableFromInline typealias KeyValueToken = any AnyObject & Sendable

  /// The time for which an object is observed: until this goes away.
  @usableFromInline
  final class ObservedLife: @unchecked Sendable {
    // Invariant behind `@unchecked`: nothing changes after the initialiser, and of the object nothing is used but its
    // associations, which may be changed on any thread.
    private let token: KeyValueToken
    private let death: ObjectDeath
    private weak var object: NSObject?

    /// - Parameter whenGone: Called once if the object goes away before that.
    @usableFromInline
    init(of object: NSObject, _ token: KeyValueToken, whenGone: @escaping @Sendable () -> Void) {
      self.token = token
      self.object = object
      death = ObjectDeath(whenGone)
      unsafe objc_setAssociatedObject(object, death.key, death, .OBJC_ASSOCIATION_RETAIN)
    }

    deinit {
      death.disarm()
      if let object { unsafe objc_setAssociatedObject(object, death.key, nil, .OBJC_ASSOCIATION_RETAIN) }
    }
  }

  /// Part of an object, by association: what goes away when the object does.
  private final class ObjectDeath: Sendable {
    private let action: Locked<(@Sendable () -> Void)?>

    init(_ action: @escaping @Sendable () -> Void) {
      self.action = Locked(action)
    }

    deinit {
      take()?()
    }

    /// Each has a key of its own: its address, which is unique while the association is there.
    var key: UnsafeRawPointer {
      unsafe UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    }

    func disarm() {
      withExtendedLifetime(take()) {}
    }

    private func take() -> (@Sendable () -> Void)? {
      action.withLock { action in
        defer { action = nil }
        return action
      }
    }
  }
#endif
