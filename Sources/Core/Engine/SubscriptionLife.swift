/// The life of the one subscription of an owner that serves no other. Stands behind the owner's lock.
@usableFromInline
package struct SubscriptionLife: Sendable {
  @usableFromInline package private(set) var phase: SubscriptionPhase
  private var endHandlers: [EndHandler] = []

  @usableFromInline
  package init(_ phase: SubscriptionPhase = .live) {
    self.phase = phase
  }

  /// Returns the end handlers, to be run after an end and to be dropped after an invalidation; nil if it was over before.
  package mutating func close(as phase: SubscriptionPhase) -> [EndHandler]? {
    guard self.phase.isActive else {
      // A handler that is added after an invalidation never runs, even if the end came first.
      if phase == .invalidated { self.phase = phase }
      return nil
    }
    self.phase = phase
    defer { endHandlers = [] }
    return endHandlers
  }

  /// Keeps a handler for the end, unless it is over.
  package mutating func keep(_ handler: EndHandler) -> EndHandlerPlacement {
    switch phase {
    case .initial, .live:
      endHandlers.append(handler)
      return .kept
    case .ended: return .run
    case .invalidated: return .dropped
    }
  }
}

/// What becomes of an end handler.
package enum EndHandlerPlacement: Sendable {
  case kept
  case run
  case dropped
}
