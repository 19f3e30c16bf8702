import Dispatch
import Foundation
package import Harness
import Synchronization
import Tidings

/// Work that could be quadratic.
package enum TidingsGrowth {
  package static let rows = [
    GrowthRow("inner publishers of flatMap, ending in order", innerPublishers),
    GrowthRow("merged publishers, ending in order", merged),
    GrowthRow("early subscribers of a DeferredPublisher, leaving", earlySubscribers),
    GrowthRow("waiting updates and newcomers", newcomers),
    GrowthRow("bytes of a long line, in units of 64", longLine),
    GrowthRow("tokens in a bag, invalidated elsewhere", tokensInBag),
    GrowthRow("publishers of a bag, ending", endsInBag),
    GrowthRow("updates of combined broadcasters", combinedBroadcasters),
    GrowthRow("changes of combined values", combinedValues),
  ]

  @Sendable
  private static func innerPublishers(_ items: Int) -> GrowthRow.Work {
    let outer = BroadcastSource<Int>()
    let inner = (0..<items).map { _ in BroadcastSource<Int>() }
    let token = outer.flatMap { inner[$0] }.subscribe { _ in }
    return { step in
      if step < items { outer.send(step) } else { inner[step - items].finish() }
      precondition(token.isActive && inner[step % items].hasSubscribers == (step < items))
    }
  }

  @Sendable
  private static func merged(_ items: Int) -> GrowthRow.Work {
    let sources = (0..<items).map { _ in BroadcastSource<Int>() }
    var token: Subscription?
    return { step in
      if step == 0 { token = sources.merged().subscribe { _ in } }
      guard step < items else { return }
      sources[step].finish()
      precondition(token?.isActive == (step < items - 1))
    }
  }

  @Sendable
  private static func earlySubscribers(_ items: Int) -> GrowthRow.Work {
    let late = DeferredPublisher<Int>()
    var tokens: [Subscription] = []
    return { step in
      if step < items { tokens.append(late.subscribe { _ in }) } else { tokens[step - items].invalidate() }
    }
  }

  /// During a delivery, twice the number of items are sent, and then as many subscribers join.
  @Sendable
  private static func newcomers(_ items: Int) -> GrowthRow.Work {
    let source = BroadcastSource<Int>()
    let sink = Sink()
    let tokens = Mutex<[Subscription]>([])
    let token = source.subscribe { update in
      sink.receive(update)
      guard update < 0 else { return }
      for waiting in 0..<2 * items { source.send(waiting) }
      let newcomers = (0..<2 * items).map { _ in source.subscribe { sink.receive($0) } }
      tokens.withLock { $0 = newcomers }
    }
    return { step in
      guard step == 0 else { return }
      source.send(-1)
      precondition(sink.deliveries.load(ordering: .relaxed) == 2 * items + 1)
      token.invalidate()
    }
  }

  @Sendable
  private static func tokensInBag(_ items: Int) -> GrowthRow.Work {
    let source = BroadcastSource<Int>()
    let bag = SubscriptionBag()
    return { step in
      if step == items { bag.removeAll() }
      guard step < items else { return }
      let token = source.subscribe { _ in }
      token.store(in: bag)
      token.invalidate()
    }
  }

  @Sendable
  private static func endsInBag(_ items: Int) -> GrowthRow.Work {
    let sources = (0..<items).map { _ in BroadcastSource<Int>() }
    let bag = SubscriptionBag()
    return { step in
      if step < items {
        sources[step].subscribe { _ in }.store(in: bag)
      } else {
        sources[step - items].finish()
        precondition(bag.count == 2 * items - 1 - step)
      }
    }
  }

  @Sendable
  private static func combinedBroadcasters(_ items: Int) -> GrowthRow.Work {
    let sources = (0..<items).map { _ in BroadcastSource<Int>() }
    let sink = Sink()
    let token = sources.combinedLatest().subscribe { sink.receive($0[$0.count - 1]) }
    for source in sources { source.send(0) }
    return { step in
      sources[step % items].send(step)
      precondition(token.isActive && sink.deliveries.load(ordering: .relaxed) == step + 2)
    }
  }

  @Sendable
  private static func combinedValues(_ items: Int) -> GrowthRow.Work {
    let properties = (0..<items).map { _ in PublishedProperty(-1) }
    let sink = Sink()
    let token = properties.combinedLatest().subscribe { sink.receive($0[$0.count - 1]) }
    return { step in
      properties[step % items].value = step
      precondition(token.isActive && sink.deliveries.load(ordering: .relaxed) == step + 2)
    }
  }

  /// Reads a file with a single line, whose length is the number of items.
  ///
  /// A line of this size costs more time to read than to allocate.
  @Sendable
  private static func longLine(_ items: Int) -> GrowthRow.Work {
    let unit = String(repeating: "a line without an end;  ", count: 3).prefix(64)
    let length = items * unit.utf8.count
    let file = FileManager.default.temporaryDirectory.appending(path: "Tidings \(UUID().uuidString).txt")
    let text = Data(String(repeating: String(unit), count: items).utf8)
    precondition(FileManager.default.createFile(atPath: file.path, contents: text), "The file was not written")
    let end = AtEnd { try? FileManager.default.removeItem(at: file) }
    return { step in
      guard step == 0 else { return }
      let isOver = DispatchSemaphore(value: 0)
      let token = file.textLines(maximumByteCount: length).broadcaster().attach { line in
        guard case .success(let line) = line, line.utf8.count == length else {
          preconditionFailure("The line was not read")
        }
      }
      token.whenEnded(isolation: nil) { isOver.signal() }
      isOver.wait()
      withExtendedLifetime(end) {}
    }
  }
}
