public import TidingsCore

extension Publisher {
  /// Delivers updates while a value is true, and keeps them while it is false.
  ///
  ///     messages.gate(by: window.isVisible).subscribe { show($0) }
  ///
  ///     source:  1 --- 2 --- 3 ----------- 4 --|
  ///     isOpen:  t ------ f -------- t --------|
  ///     result:  1 --- 2 ----------- 3 --- 4 --|
  ///
  /// When the gate opens, all pending updates are delivered in order, before a subscriber can close it again. The gate is
  /// subscribed to first. Before its first update, it is closed. After its end, it stays open or closed. Ends when this publisher
  /// has ended and no update is pending. If the gate ends while it is closed, the result ends with it, and pending updates are
  /// dropped. To drop updates instead of keeping them, use ``withLatest(from:transform:)`` and filter. In RxSwiftExt it is
  /// `pausableBuffered`, and in ReactiveSwift `throttle(while:)`.
  ///
  /// - Parameters:
  ///   - isOpen: Whether updates are delivered.
  ///   - buffering: Which updates are kept while the gate is closed. The default is all.
  ///   - dropped: Called with each dropped update, on a publishing thread.
  @_alwaysEmitIntoClient public func gate(
    by isOpen: some Publisher<Bool>, buffering: Buffering = .unbounded, dropped: (@Sendable (Update) -> Void)? = nil
  ) -> Broadcaster<Update> {
    buffering.checkLimit()
    return Broadcaster(remembering: Gating<Update>()) {
      [upstream = Broadcaster(self), isOpen = Broadcaster(isOpen)] inputs, output in
      inputs.connect(isOpen) { gating, isOpen in
        gating.isOpen = isOpen
        if isOpen { output(contentsOf: gating.held.takeAll().elements) }
        if gating.isOver { output.end() }
      } ended: { gating in
        gating.isSet = true
        guard gating.isOver else { return }
        gating.held.takeAll().elements.forEach { dropped?($0) }
        output.end()
      }
      inputs.connect(upstream) { gating, update in
        if gating.isOpen { return output(update) }
        if let overflow = buffering.append(update, to: &gating.held) { dropped?(overflow) }
      } ended: { gating in
        gating.hasEnded = true
        if gating.isOver { output.end() }
      }
    }
  }
}

@frozen @usableFromInline struct Gating<Update: Sendable>: Sendable {
  @usableFromInline var held = FIFO<Update>()
  @usableFromInline var isOpen = false
  @usableFromInline var isSet = false
  @usableFromInline var hasEnded = false

  @_alwaysEmitIntoClient init() {}
  @_alwaysEmitIntoClient var isOver: Bool { (isSet && !isOpen) || (hasEnded && held.isEmpty) }
}
