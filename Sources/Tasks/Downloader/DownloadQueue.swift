/// Which downloads run, which wait and in what order: those of higher priority first, among equals who asked first.
///
/// A value without locks and closures. Each verb returns what is to be done then, outside of any lock and by whichever
/// thread; of one file, starting and stopping never overlap and alternate, however many threads there are, because the
/// next of them is asked for only when somebody has said that the last one is done.
///
/// Only ``fill()`` starts anything. A thread calls it after it has told subscribers what has happened: they may give up
/// the very downloads that would start.
package struct DownloadQueue: Sendable {
  /// Grows with each download that is added, so that it also says who asked first.
  package typealias ID = UInt

  /// What is to be done, in order.
  package enum Action: Sendable, Hashable {
    /// Start the download, then call ``DownloadQueue/started(_:)``.
    case start(ID)
    /// Stop it, then call ``DownloadQueue/stopped(_:)``.
    case stop(ID)
    /// Nothing will be asked for it any more.
    case forget(ID)
  }

  /// What has become of somebody who wants a file.
  package enum Joining: Sendable, Hashable {
    case new(ID)
    /// The same is on its way already.
    case shared(ID)
    /// Something else is on its way to the same place.
    case refused
  }

  package enum State: Sendable, Hashable {
    case waiting
    case running
    case paused
  }

  private enum Phase: Sendable {
    case idle
    case starting
    case running
    case stopping
  }

  private struct Item: Sendable {
    let name: DownloadName
    var priority: TransferPriority
    var users = 1
    var isPaused = false
    /// Finished, cancelled or left: it is only here until it has been stopped.
    var isOver = false
    var phase = Phase.idle

    var mayRun: Bool { !isPaused && !isOver }
  }

  private var items: [ID: Item] = [:]
  private var lastID: ID = 0
  /// Those that are not over, by their destinations.
  private var current: [String: ID] = [:]
  /// The destinations of those that take a place: one at each, also until what ran there before has been stopped.
  private var busy: Set<String> = []
  /// Those that only need a place, for each priority in the order of asking.
  private var waiting = [[ID]](repeating: [], count: TransferPriority.allCases.count)
  /// How many may take a place at the same time.
  package private(set) var limit: Int
  /// How many threads are giving up several downloads, so that nothing may start.
  private var holds = 0

  package init(limit: Int) {
    self.limit = limit
  }

  /// How many take a place.
  package var busyCount: Int { busy.count }

  /// Those that are not over, in the order of asking.
  package var ids: [ID] { current.values.sorted() }

  package var isEmpty: Bool { current.isEmpty }

  package func id(at destination: String) -> ID? { current[destination] }

  /// Nil if it is over.
  package func state(of id: ID) -> State? {
    guard let item = items[id], !item.isOver else { return nil }
    if item.isPaused { return .paused }
    return item.phase == .idle ? .waiting : .running
  }

  package func priority(of id: ID) -> TransferPriority? { items[id]?.priority }
}

extension DownloadQueue {
  /// Somebody wants a file. Who wants it more urgently than those before raises its priority.
  package mutating func join(_ name: DownloadName, priority: TransferPriority) -> (Joining, [Action]) {
    if let id = current[name.destination], let item = items[id] {
      guard item.name == name else { return (.refused, []) }
      return (
        .shared(id),
        change([id]) { item in
          item.users += 1
          item.priority = max(item.priority, priority)
        }
      )
    }
    lastID += 1
    let id = lastID
    items[id] = Item(name: name, priority: priority)
    current[name.destination] = id
    return (.new(id), change([id]) { _ in })
  }

  /// Somebody does not want it any more. When nobody does, it is over.
  package mutating func leave(_ id: ID) -> [Action] {
    change([id]) { item in
      item.users -= 1
      item.isOver = item.users == 0
    }
  }

  package mutating func pause(_ ids: [ID]) -> [Action] { change(ids) { $0.isPaused = true } }

  /// It gets back its place in the order.
  package mutating func resume(_ ids: [ID]) -> [Action] { change(ids) { $0.isPaused = false } }

  package mutating func cancel(_ ids: [ID]) -> [Action] { change(ids) { $0.isOver = true } }

  package mutating func setPriority(_ priority: TransferPriority, of id: ID) -> [Action] {
    change([id]) { $0.priority = priority }
  }

  /// Those that run and are too many now run to their end.
  package mutating func setLimit(_ limit: Int) {
    self.limit = limit
  }
}

extension DownloadQueue {
  /// Starts those whose turn it is.
  package mutating func fill() -> [Action] {
    guard holds == 0 else { return [] }
    var actions: [Action] = []
    while busy.count < limit, let (id, item) = next() {
      setWaiting(false, id, item.priority)
      items[id]?.phase = .starting
      busy.insert(item.name.destination)
      actions.append(.start(id))
    }
    return actions
  }

  /// Lets nothing start until ``releaseStarts()`` has been called as often.
  package mutating func holdStarts() { holds += 1 }

  package mutating func releaseStarts() { holds -= 1 }
}

extension DownloadQueue {
  /// It has been started, as was asked for.
  package mutating func started(_ id: ID) -> [Action] {
    items[id]?.phase = .running
    return settle([id])
  }

  /// It has been stopped, as was asked for.
  package mutating func stopped(_ id: ID) -> [Action] {
    guard let item = items[id] else { return [] }
    items[id]?.phase = .idle
    busy.remove(item.name.destination)
    return settle([id])
  }

  /// It has come to its end by itself. Returns nil if that is of no interest any more.
  ///
  /// A success always is, for the file is there; a failure is not while the download is stopped, since it may go on.
  package mutating func finished(_ id: ID, isSuccess: Bool) -> [Action]? {
    guard let item = items[id], !item.isOver, isSuccess || item.mayRun && item.phase != .idle else { return nil }
    if item.phase == .running {
      // There is nothing left to stop.
      items[id]?.phase = .idle
      busy.remove(item.name.destination)
    }
    return change([id]) { $0.isOver = true }
  }
}

extension DownloadQueue {
  /// Changes all of them before anything starts or stops: a place that one gives up is not for the next to be paused.
  private mutating func change(_ ids: [ID], _ body: (inout Item) -> Void) -> [Action] {
    for id in ids {
      guard var item = items[id], !item.isOver else { continue }
      setWaiting(false, id, item.priority)
      body(&item)
      items[id] = item
      if item.isOver { current[item.name.destination] = nil }
    }
    return settle(ids)
  }

  /// Asks for what brings them to where they ought to be, except for starting them.
  private mutating func settle(_ ids: [ID]) -> [Action] {
    var actions: [Action] = []
    for id in ids {
      guard let item = items[id] else { continue }
      switch item.phase {
      case .idle where item.isOver:
        items[id] = nil
        actions.append(.forget(id))
      case .idle:
        setWaiting(item.mayRun, id, item.priority)
      case .running where !item.mayRun:
        items[id]?.phase = .stopping
        actions.append(.stop(id))
      case .starting, .running, .stopping:
        // Who is starting or stopping it says when that is done; then it comes here again.
        break
      }
    }
    return actions
  }

  private func next() -> (ID, Item)? {
    for ids in waiting.reversed() {
      for id in ids {
        if let item = items[id], !busy.contains(item.name.destination) { return (id, item) }
      }
    }
    return nil
  }

  private mutating func setWaiting(_ isWaiting: Bool, _ id: ID, _ priority: TransferPriority) {
    let index = waiting[priority.lane].index(ofFirstFrom: id)
    let isThere = waiting[priority.lane].dropFirst(index).first == id
    if isWaiting, !isThere { waiting[priority.lane].insert(id, at: index) }
    if !isWaiting, isThere { waiting[priority.lane].remove(at: index) }
  }
}

extension TransferPriority {
  /// Its place among the lanes, of which the last goes first.
  fileprivate var lane: Int {
    switch self {
    case .low: 0
    case .normal: 1
    case .high: 2
    }
  }
}

extension [DownloadQueue.ID] {
  /// Where a number stands, or belongs, among numbers in order.
  fileprivate func index(ofFirstFrom id: Element) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < id { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
