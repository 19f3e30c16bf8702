import Synchronization

/// An edge of a graph, with everything that goes over it.
final class Edge: Sendable {
  struct Entry: Sendable {
    let first: Origin
    let second: Origin?
    let value: Int
  }

  let id: Int
  private let log = Mutex<[Entry]>([])
  private let isBusy = Atomic(false)
  private let overlapped = Atomic(false)

  init(id: Int) {
    self.id = id
  }

  /// Notes the update, and returns the one that takes its place: it comes from here.
  func pass(_ item: Item) -> Item {
    if isBusy.exchange(true, ordering: .acquiringAndReleasing) { overlapped.store(true, ordering: .relaxed) }
    let number = log.withLock { log in
      log.append(Entry(first: item.first, second: item.second, value: item.value))
      return log.count - 1
    }
    isBusy.store(false, ordering: .releasing)
    return Item(Origin(edge: id, number: number), value: item.value, payload: item.payload)
  }

  var entries: [Entry] {
    log.withLock(\.self)
  }

  /// Whether two threads were in it at once.
  var hasOverlapped: Bool {
    overlapped.load(ordering: .relaxed)
  }
}
