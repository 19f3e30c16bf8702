#if canImport(ObjectiveC)
  import ObjectiveC
#endif
public import TidingsCore

/// A property that reports the release of its object.
///
///     final class Screen {
///       let lifetime = Lifetime()
///     }
///
///     prices.prefix(until: screen.lifetime.ended).forward(to: history).store(in: subscriptions)
///
/// It does not keep the object alive. A subscription for its own object needs no lifetime, because it ends with the
/// ``SubscriptionBag`` of the object. ReactiveSwift has the same name, and RxSwift has `deallocated`.
public final class Lifetime: Sendable {
  private let source = TaskSource<Never, Void, Never>()

  /// Creates the lifetime of the object that stores it. Other objects must not store it.
  public init() {}
  deinit { source.succeed() }

  /// A task that succeeds when the object is released, on the thread that releases it.
  ///
  /// A later subscriber receives the result immediately. For example, ``Publisher/prefix(until:)`` then ends without updates.
  public var ended: PublishedTask<Never, Void, Never> { source.publishedTask }
}

#if canImport(ObjectiveC)
  extension Lifetime {
    /// Returns a task that succeeds when an object without a lifetime property is released.
    ///
    ///     prices.prefix(until: Lifetime.ended(of: window))
    ///
    /// Each call associates a new lifetime with the object. Available only on Apple platforms.
    public static func ended(of object: AnyObject) -> PublishedTask<Never, Void, Never> {
      let lifetime = Lifetime()
      // The address is a unique key while the object keeps the lifetime.
      unsafe objc_setAssociatedObject(
        object, Unmanaged.passUnretained(lifetime).toOpaque(), lifetime, .OBJC_ASSOCIATION_RETAIN)
      return lifetime.ended
    }
  }
#endif
