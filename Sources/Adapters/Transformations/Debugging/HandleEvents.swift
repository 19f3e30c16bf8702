import Synchronization
public import TidingsCore

extension Publisher {
  /// Calls closures for the events of each subscription, and delivers updates unchanged.
  ///
  ///     taps.handleEvents(update: { analytics.note($0) }, ended: { analytics.close() })
  ///
  ///     source:  ---------- 1 ------- 2 ------- |
  ///     result:  ---------- 1 ------- 2 ------- |
  ///     calls:   subscribed update(1) update(2) ended
  ///
  /// For each subscription, `subscribed` is called first, and exactly one of `ended` and `invalidated` last. Ends when
  /// this publisher ends. In Rx, this is `do`, and in ReactiveSwift `on`.
  ///
  /// - Parameters:
  ///   - subscribed: Called on the subscribing thread, before the first update.
  ///   - update: Called with each update before its delivery, on the publishing thread.
  ///   - ended: Called after the last update, when the publisher has ended.
  ///   - invalidated: Called when the subscription is cancelled by its token, or by a later operator such as
  ///     `prefix(_:)`. During a delivery, it is called after the delivery, on the delivering thread.
  // Disfavored, so that ``MainActorBroadcaster`` and ``MainActorValue`` use their overloads with main-actor closures.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func handleEvents(
    subscribed: (@Sendable () -> Void)? = nil, update: (@Sendable (Update) -> Void)? = nil,
    ended: (@Sendable () -> Void)? = nil, invalidated: (@Sendable () -> Void)? = nil
  ) -> Broadcaster<Update> {
    telling(Life(subscribed: subscribed, ended: ended, invalidated: invalidated), update: update)
  }
}

extension ValuePublisher {
  /// Returns a value. See ``Publisher/handleEvents(subscribed:update:ended:invalidated:)``.
  @_alwaysEmitIntoClient
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
  /// Returns a task. See ``Publisher/handleEvents(subscribed:update:ended:invalidated:)``.
  ///
  /// The closures are called for each subscriber. The work starts once for all.
  @_alwaysEmitIntoClient
  public func handleEvents(
    subscribed: (@Sendable () -> Void)? = nil, update: (@Sendable (Update) -> Void)? = nil,
    ended: (@Sendable () -> Void)? = nil, invalidated: (@Sendable () -> Void)? = nil
  ) -> PublishedTask<Progress, Success, Failure> {
    let life = Life(subscribed: subscribed, ended: ended, invalidated: invalidated)
    return delivered(by: telling(life, update: update))
  }
}

extension Publisher {
  @_alwaysEmitIntoClient
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

/// The closures that are called at the beginning and at the end of each subscription.
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

/// Reports the end or the cancellation of a subscription, once.
///
/// The closures of the subscription keep it alive. If they are released before the end, the subscription was cancelled.
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
