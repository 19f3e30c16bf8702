#if canImport(ObjectiveC)
  import Foundation
  import ObjectiveC
  import TidingsCore

  typealias KeyValueToken = any AnyObject & Sendable

  /// An observation that lasts until this object is deallocated.
  final class ObservedLife: @unchecked Sendable {
    // Invariant behind `@unchecked`: nothing changes after the initialiser. Only the associations of the object are used,
    // which may be changed on any thread.
    private let token: KeyValueToken
    /// An associated object: only the observed object keeps it alive, and so invalidates it.
    private weak var death: TidingsCore.Subscription?
    private weak var object: NSObject?

    init(of object: NSObject, _ token: KeyValueToken, whenGone: @escaping @Sendable () -> Void) {
      self.token = token
      self.object = object
      let death = TidingsCore.Subscription(onInvalidate: whenGone)
      self.death = death
      unsafe objc_setAssociatedObject(object, Self.key(of: death), death, .OBJC_ASSOCIATION_RETAIN)
    }

    deinit {
      guard let death else { return }
      death.retire()
      if let object { unsafe objc_setAssociatedObject(object, Self.key(of: death), nil, .OBJC_ASSOCIATION_RETAIN) }
    }

    /// The address, which is unique while the association exists.
    private static func key(of death: TidingsCore.Subscription) -> UnsafeRawPointer {
      unsafe UnsafeRawPointer(Unmanaged.passUnretained(death).toOpaque())
    }
  }
#endif
