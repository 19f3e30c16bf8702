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
  ///   - update: Called with each update before it is passed on, where it is published.
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
    Broadcaster(
      attachmentForComposing.telling(
        Life(subscribed: subscribed, ended: ended, invalidated: invalidated), update: update))
  }
}

extension ValuePublisher {
  /// As ``Publisher/handleEvents(subscribed:update:ended:invalidated:)``; the result is a value.
  public func handleEvents(
    subscribed: (@Sendable () -> Void)? = nil, update: (@Sendable (Update) -> Void)? = nil,
    ended: (@Sendable () -> Void)? = nil, invalidated: (@Sendable () -> Void)? = nil
  ) -> PublishedValue<Update> {
    let life = Life(subscribed: subscribed, ended: ended, invalidated: invalidated)
    return publishedValue.delivered { $0.telling(life, update: update) }
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
    return delivered { $0.telling(life, update: update) }
  }
}

extension Attachment {
  @inlinable
  func telling(_ life: Life, update: (@Sendable (Update) -> Void)?) -> Attachment {
    let told = telling(life)
    guard let update else { return told }
    return Stage<Update, Update> { new, emit in
      update(new)
      emit(new)
    }.attached(to: told)
  }

  @usableFromInline
  func telling(_ life: Life) -> Attachment {
    guard life.isHeardOf else { return self }
    return Attachment { slot, receive in
      life.subscribed?()
      let ending = Ending(life)
      let upstreamSlot = slot.map { SubscriptionSlot(before: $0) }
      let token = self(into: upstreamSlot) { update in withExtendedLifetime(ending) { receive(update) } }
      token.addEndHandler(EndHandler { ending.tellEnd(isGivenUp: slot?.isClosed == true) })
      return token
    }
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

  fileprivate var isHeardOf: Bool {
    subscribed != nil || ended != nil || invalidated != nil
  }
}

/// Tells how a subscription is over, once.
///
/// It belongs to the closure that receives and to the handler of the end. The handler runs if the subscription ends, also
/// when an operator further down has ended it, which is known by the slot of that operator.
/// When both are gone and it has not run, the subscription was given up, in whatever way: no update comes after that.
private final class Ending: Sendable {
  private let life: Life
  private let isTold = Atomic(false)

  init(_ life: Life) {
    self.life = life
  }

  /// - Parameter isGivenUp: Whether an operator further down has ended the subscription.
  func tellEnd(isGivenUp: Bool) {
    isTold.store(true, ordering: .releasing)
    isGivenUp ? life.invalidated?() : life.ended?()
  }

  deinit {
    if !isTold.load(ordering: .acquiring) { life.invalidated?() }
  }
}
