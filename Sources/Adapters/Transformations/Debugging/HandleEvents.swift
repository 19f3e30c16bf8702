import Synchronization
public import TidingsCore

extension Publisher {
  /// Calls closures on the way, and changes nothing.
  ///
  ///     taps.handleEvents(update: { analytics.note($0) }, ended: { analytics.close() })
  ///
  ///     source:  ---------- 1 ------- 2 ------- |
  ///     result:  ---------- 1 ------- 2 ------- |
  ///     calls:   subscribed update(1) update(2) ended
  ///
  /// Ends when this publisher ends. Each subscription is told of its own: first `subscribed`, at last exactly one of
  /// `ended` and `invalidated`. Rx users know it as `do`, ReactiveSwift users as `on`.
  ///
  /// - Parameters:
  ///   - subscribed: Called when somebody subscribes, before anything is delivered, by the code that subscribes.
  ///   - update: Called with each update before it is passed on, on the publishing thread.
  ///   - ended: Called after the last update when the publisher has ended.
  ///   - invalidated: Called when the subscription has been given up, its token let go, or an operator further down, such
  ///     as `prefix(_:)`, needs no more: by the thread that did so, or, when a delivery is under way, when the delivering
  ///     thread is done with it.
  // Disfavored, for the forms of ``MainActorBroadcaster`` and ``MainActorValue``, whose closures belong to the main actor.
  @_disfavoredOverload
  @inlinable
  public func handleEvents(
    subscribed: (@Sendable () -> Void)? = nil, update: (@Sendable (Update) -> Void)? = nil,
    ended: (@Sendable () -> Void)? = nil, invalidated: (@Sendable () -> Void)? = nil
  ) -> Broadcaster<Update> {
    telling(Life(subscribed: subscribed, ended: ended, invalidated: invalidated), update: update)
  }
}

extension ValuePublisher {
  /// As ``Publisher/handleEvents(subscribed:update:ended:invalidated:)``; the result is a value.
  public func handleEvents(
    subscribed: (@Sendable () -> Void)? = nil, update: (@Sendable (Update) -> Void)? = nil,
    ended: (@Sendable () -> Void)? = nil, invalidated: (@Sendable () -> Void)? = nil
  ) -> PublishedValue<Update> {
    let life = Life(subscribed: subscribed, ended: ended, invalidated: invalidated)
    let value = publishedValue
    return value.delivered(by: value.telling(life, update: update))
  }
}

extension PublishedTask {
  /// As ``Publisher/handleEvents(subscribed:update:ended:invalidated:)``; the result is a task.
  ///
  /// Each subscriber is told of; the work behind it starts once for all.
  public func handleEvents(
    subscribed: (@Sendable () -> Void)? = nil, update: (@Sendable (Update) -> Void)? = nil,
    ended: (@Sendable () -> Void)? = nil, invalidated: (@Sendable () -> Void)? = nil
  ) -> PublishedTask<Progress, Success, Failure> {
    let life = Life(subscribed: subscribed, ended: ended, invalidated: invalidated)
    return delivered(by: telling(life, update: update))
  }
}

extension Publisher {
  @inlinable
  func telling(_ life: Life, update: (@Sendable (Update) -> Void)?) -> Broadcaster<Update> {
    let told = telling(life)
    guard let update else { return told }
    return told.through { new, emit in
      update(new)
      emit(new)
    }
  }

  @usableFromInline
  func telling(_ life: Life) -> Broadcaster<Update> {
    guard life.isHeardOf else { return Broadcaster(self) }
    return Broadcaster(attaching: { [upstream = Broadcaster(self)] receive, ended in
      life.subscribed?()
      let ending = Ending(life)
      return upstream.attach { update in
        withExtendedLifetime(ending) { receive(update) }
      } ended: {
        ending.tellEnd()
        ended?()
      }
    })
  }
}

/// What is called at the beginning and at the end of each subscription.
@usableFromInline
struct Life: Sendable {
  fileprivate let subscribed: (@Sendable () -> Void)?
  fileprivate let ended: (@Sendable () -> Void)?
  fileprivate let invalidated: (@Sendable () -> Void)?

  @usableFromInline
  init(
    subscribed: (@Sendable () -> Void)?, ended: (@Sendable () -> Void)?, invalidated: (@Sendable () -> Void)?
  ) {
    self.subscribed = subscribed
    self.ended = ended
    self.invalidated = invalidated
  }

  fileprivate var isHeardOf: Bool { subscribed != nil || ended != nil || invalidated != nil }
}

/// Tells how a subscription is over, once.
///
/// The closures of the subscription hold it. When both are gone and no end has come, the subscription was given up. No update
/// comes after that.
private final class Ending: Sendable {
  private let life: Life
  private let isTold = Atomic(false)

  init(_ life: Life) {
    self.life = life
  }

  func tellEnd() {
    isTold.store(true, ordering: .releasing)
    life.ended?()
  }

  deinit {
    if !isTold.load(ordering: .acquiring) { life.invalidated?() }
  }
}
