public import TidingsCore

extension Publisher {
  /// Passes on updates while a value is true, and holds them back while it is false.
  ///
  ///     messages.gate(by: window.isVisible).subscribe { show($0) }
  ///
  ///     source:  1 --- 2 --- 3 ----------- 4 --|
  ///     isOpen:  t ------ f -------- t --------|
  ///     result:  1 --- 2 ----------- 3 --- 4 --|
  ///
  /// When the gate opens, everything that has been held back passes, in order. What a subscriber does to the gate in the
  /// meantime comes after that. The gate is subscribed to first; before its first update it is closed.
  ///
  /// Ends when this publisher has ended and nothing is held back any more, so the end may wait for the gate, too. A
  /// gate that ends stays as it is: of one that is closed then, or has never updated, this ends with it, and what is
  /// held back is dropped. To drop updates instead of holding them back, use ``withLatest(from:transform:)`` and
  /// filter. RxSwiftExt users know it as `pausableBuffered`, ReactiveSwift users as `throttle(while:)`, which keeps the
  /// newest alone.
  ///
  /// - Parameters:
  ///   - isOpen: Whether updates pass; a value or events.
  ///   - buffering: What becomes of updates that come while the gate is closed; by default they all wait.
  ///   - dropped: Called with each update that found no room, where an update is published; for counting.
  @inlinable
  public func gate(
    by isOpen: some Publisher<Bool>, buffering: Buffering = .unbounded, dropped: (@Sendable (Update) -> Void)? = nil
  ) -> Broadcaster<Update> {
    buffering.checkLimit()
    return Broadcaster(
      MultiInputOperator<GateInput<Update>, Update>(
        from: { [upstream = Broadcaster(self), isOpen = Broadcaster(isOpen)] inputs in
          inputs.connect(isOpen, ended: .gateEnded) { .gate(isOpen: $0) }
          inputs.connect(upstream, ended: .ended) { .update($0) }
        }, remembering: Gating<Update>(buffering: buffering)
      ) { gating, input, output, _ in
        switch input {
        case .update(let update):
          let (passes, overflow) = gating.take(update)
          if let passes { output(passes) }
          if let overflow { dropped?(overflow) }
        case .gate(let isOpen):
          output(contentsOf: gating.set(isOpen: isOpen))
        case .ended:
          gating.hasEnded = true
        case .gateEnded:
          gating.isSet = true
        }
        if gating.isOver { output.end() }
      })
  }
}

@usableFromInline
enum GateInput<Update: Sendable>: Sendable {
  case update(Update)
  case ended
  case gate(isOpen: Bool)
  case gateEnded
}

/// The machine, and what it holds back.
@frozen @usableFromInline
struct Gating<Update: Sendable>: Sendable {
  @usableFromInline let buffering: Buffering
  @usableFromInline var held = FIFO<Update>()
  @usableFromInline var isOpen = false
  /// It stays as it is for good.
  @usableFromInline var isSet = false
  @usableFromInline var hasEnded = false

  @inlinable
  init(buffering: Buffering) {
    self.buffering = buffering
  }

  @inlinable var isOver: Bool { (isSet && !isOpen) || (hasEnded && held.isEmpty) }

  /// Returns what passes, and what finds no room.
  @inlinable
  mutating func take(_ update: Update) -> (passes: Update?, dropped: Update?) {
    isOpen ? (update, nil) : (nil, buffering.append(update, to: &held))
  }

  /// Returns what passes.
  @inlinable
  mutating func set(isOpen: Bool) -> [Update] {
    self.isOpen = isOpen
    var passes: [Update] = []
    while isOpen, let update = held.popFirst() { passes.append(update) }
    return passes
  }
}
