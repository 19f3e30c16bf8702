/// How a family subscribes: the one closure that it is built around.
///
/// An operator takes the attachment of its upstream and composes its own from it.
@usableFromInline
package struct Attachment<Update: Sendable>: Sendable {
  @usableFromInline package typealias Receive = @Sendable (Update) -> Void

  private let link: Link

  /// Holds the closure for operators, so that a chain of any length can be let go.
  ///
  /// Invariant behind `@unchecked`: `attach` is written in `deinit` only, when nobody else has the link.
  private final class Link: @unchecked Sendable {
    private(set) var attach: (@Sendable (SubscriptionSlot?, @escaping Receive) -> Subscription)?

    init(_ attach: @escaping @Sendable (SubscriptionSlot?, @escaping Receive) -> Subscription) {
      self.attach = attach
    }

    deinit {
      Trampoline.descend { $0.holdIfLow(attach.take()) }
    }
  }

  @usableFromInline
  package init(_ attach: @escaping @Sendable (SubscriptionSlot?, @escaping Receive) -> Subscription) {
    link = Link(attach)
  }

  @usableFromInline
  package init(to hub: Hub<Update>) {
    self.init { slot, receive in hub.join(into: slot, receive) }
  }

  /// Shares one hub, whose value only its start can tell, among all who subscribe while its run is up.
  ///
  /// Nobody waits for another thread's start, so those who come in the middle of one, a few in the life of a program,
  /// each get a hub of their own.
  @usableFromInline
  package init(sharing makeHub: @escaping @Sendable () -> Hub<Update>) {
    let hub = makeHub()
    self.init { slot, receive in hub.joinIfUp(into: slot, receive) ?? makeHub().join(into: slot, receive) }
  }

  /// Subscribes, and fills the slot before the initial delivery.
  @usableFromInline
  package func callAsFunction(
    into slot: SubscriptionSlot? = nil, _ receive: @escaping Receive
  ) -> Subscription {
    attach(into: slot, for: nil, receive)
  }

  /// - Parameter depth: How many attachments it is made for; nil for those that the calling thread is in.
  func attach(into slot: SubscriptionSlot?, for depth: Int?, _ receive: @escaping Receive) -> Subscription {
    Trampoline.attach(for: depth) { relays in
      relays ? relayed(into: slot, receive) : link.attach!(slot, receive)
    }
  }

  /// Subscribes through a hub of its own, which can postpone all that goes through it when the stack is nearly used up.
  private func relayed(into slot: SubscriptionSlot?, _ receive: @escaping Receive) -> Subscription {
    let hub = Hub<Update>(remembering: 0) { [link] hub, run in
      let upstreams = Upstreams()
      Trampoline.perform {
        upstreams.connect(Attachment(link), ended: { hub.finish(in: run) }) { hub.publishAndReturn($0, in: run) }
      }
      return upstreams.token
    }
    return hub.join(into: slot, receive)
  }

  private init(_ link: Link) {
    self.link = link
  }
}

/// A publisher that can hand over its subscription before its first update: all of Tidings' own.
package protocol Attachable<Update>: Publisher {
  var attachment: Attachment<Update> { get }
}

extension Attachable {
  /// The attachment, where the type of the updates is known. To cast to `any Attachable<Update>` instead takes several
  /// times as long as these two casts.
  fileprivate func attachment<Known>(of update: Known.Type) -> Attachment<Known>? {
    attachment as? Attachment<Known>
  }
}

extension Publisher {
  /// How to subscribe to any publisher from inside an operator.
  ///
  /// A publisher from elsewhere delivers its initial updates before its token is known; until then the slot is
  /// looked at before each update, and what was asked of it is done when the token arrives.
  @usableFromInline
  package var attachmentForComposing: Attachment<Update> {
    if let attachment = (self as? any Attachable)?.attachment(of: Update.self) { return attachment }
    return Attachment { slot, receive in
      guard let slot else { return attach(receive) }
      let subscription = attach { if slot.isOpen { receive($0) } }
      slot.fill(with: subscription)
      return subscription
    }
  }
}
