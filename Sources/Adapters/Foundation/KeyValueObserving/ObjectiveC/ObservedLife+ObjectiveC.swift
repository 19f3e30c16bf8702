#if canImport(ObjectiveC)
  import Foundation
  import ObjectiveC
  import TidingsCore

  /// The token of an observation: one of Foundation's, or one by name.
  typealias KeyValueToken = any AnyObject & Sendable

  /// An observation that lasts until this object is deallocated.
  final class ObservedLife: @unchecked Sendable {
    // Invariant behind `@unchecked`: nothing changes after the initialiser. Only the associations of the object are used,
    // which may be changed on any thread.
    private let token: KeyValueToken
    /// Only the object keeps this alive.
    private weak var death: ObjectDeath?
    private weak var object: NSObject?

    /// - Parameter whenGone: Called once if the observed object is deallocated before this one.
    init(of object: NSObject, _ token: KeyValueToken, whenGone: @escaping @Sendable () -> Void) {
      self.token = token
      self.object = object
      let death = ObjectDeath(whenGone)
      self.death = death
      unsafe objc_setAssociatedObject(object, death.key, death, .OBJC_ASSOCIATION_RETAIN)
    }

    deinit {
      guard let death else { return }
      death.disarm()
      if let object { unsafe objc_setAssociatedObject(object, death.key, nil, .OBJC_ASSOCIATION_RETAIN) }
    }
  }

  /// An associated object. It is deallocated with the object that it belongs to.
  private final class ObjectDeath: Sendable {
    private let action: Locked<(@Sendable () -> Void)?>

    init(_ action: @escaping @Sendable () -> Void) {
      self.action = Locked(action)
    }

    deinit {
      action.withLock { $0.take() }?()
    }

    /// The address, which is unique while the association exists.
    var key: UnsafeRawPointer { unsafe UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()) }

    func disarm() {
      withExtendedLifetime(action.withLock { $0.take() }) {}
    }
  }
#endif
