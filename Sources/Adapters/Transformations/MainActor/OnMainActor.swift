public import TidingsCore

extension Publisher {
  /// This publisher on the main actor: its operators take closures that use main-actor state.
  ///
  ///     model.messages.onMainActor.map { self.format($0) }.subscribe { self.show($0) }
  ///
  /// Where an update is published on the main actor and no earlier one waits, the closures run immediately, else one
  /// hop later, in order: as with ``subscribe(isolation:fileID:line:_:)``. A publisher never waits for the main actor;
  /// pending updates are unbounded. Ends when this publisher ends, after pending updates.
  ///
  /// To have only the subscriber on the main actor nothing is needed: `subscribe` delivers there when it is called
  /// there.
  public var onMainActor: MainActorBroadcaster<Update> {
    MainActorBroadcaster(attachmentForComposing.onMainActor())
  }
}

extension ValuePublisher {
  /// This value on the main actor: its operators take closures that use main-actor state.
  ///
  ///     $items.onMainActor.map { items in items.map(self.format) }.subscribe { self.rows = $0 }
  ///     $selected.onMainActor.flatMapLatest { $0.$title }.subscribe { self.title = $0 }
  ///
  /// The result is a value that is read on the main actor alone, so the closures are never called elsewhere. It
  /// delivers as ``Publisher/onMainActor`` does; to a subscriber on the main actor the current value before `subscribe`
  /// returns.
  public var onMainActor: MainActorValue<Update> {
    let source = publishedValue
    return MainActorValue(source.attachment.onMainActor()) { source.value }
  }
}

extension PublishedTask {
  /// This task on the main actor: its operators take closures that use main-actor state.
  ///
  ///     loadPage().onMainActor.map { self.render($0) }.subscribe(success: { … }, failure: { … })
  ///
  /// What they return are tasks whose progress and result are delivered on the main actor.
  public var onMainActor: MainActorTask<Progress, Success, Failure> {
    MainActorTask(task: self)
  }
}

extension Attachment {
  /// Delivers on the main actor.
  func onMainActor() -> Attachment {
    Attachment { slot, receive in
      Inbox.subscribe(
        to: self, at: .main, slot: SubscriptionSlot(), operatorSlot: slot, calledFrom: nil, receive)
    }
  }

  /// Calls closures of the main actor on the way.
  ///
  /// The end may come from downstream, on any thread; its closure hops.
  func telling(
    update: (@MainActor @Sendable (Update) -> Void)?, ended: (@MainActor @Sendable () -> Void)?
  ) -> Attachment {
    let update = update.map { MainActorClosure($0).call }
    let ended = ended.map { ended in MainActorClosure<Void, Void> { ended() }.call }
    let stage = Stage<Update, Update> { new, emit in
      update?(new)
      emit(new)
    }
    let told = stage.attached(to: self)
    guard let ended else { return told }
    return Attachment { slot, receive in
      let token = told(into: slot, receive)
      token.addEndHandler(EndHandler(at: .main) { ended(()) })
      return token
    }
  }
}
