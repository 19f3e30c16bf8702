public import TidingsCore

/// The lifetime of an object, whose end others can follow: a property of the object that goes away with it.
///
///     final class Screen {
///       let lifetime = Lifetime()
///     }
///
///     prices.prefix(until: screen.lifetime.ended).forward(to: history)
///
/// Nothing here keeps the object alive. A subscription that only calls closures of its owner needs no lifetime: it is
/// over when its token goes away, with the ``SubscriptionBag`` of the owner. This is for those who own neither the object
/// nor its tokens. ReactiveSwift users know it by this name, Rx users as `deallocated`.
public final class Lifetime: Sendable {
  private let source = TaskSource<Never, Void, Never>()

  /// The lifetime of the object that holds this as a property, and hands it to nobody who keeps it.
  public init() {}

  deinit {
    source.succeed(())
  }

  /// Succeeds when the object goes away, on the thread that has let go of it last.
  ///
  /// A task, so that a subscriber that comes after the end is told of it immediately: ``Publisher/prefix(until:)`` of an
  /// object that has gone passes nothing on. The object can no longer be reached when subscribers are told.
  public var ended: PublishedTask<Never, Void, Never> { source.publishedTask }
}
