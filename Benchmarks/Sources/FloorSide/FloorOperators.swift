import FloorB
import Harness
import Synchronization

extension FloorRows {
  static func scan(_ sink: Sink) -> Batch {
    let source = FloorSource<Int>()
    let partial = Kept(0)
    let token = source.subscribe { update in
      sink.receive(
        partial.value.withLock {
          $0 = $0 &+ update
          return $0
        })
    }
    return sending(source, keeping: token)
  }

  static func removeDuplicates(_ sink: Sink) -> Batch {
    let source = FloorSource<Int>()
    let previous = Kept(Int?.none)
    let token = source.subscribe { update in
      let isNew = previous.value.withLock { previous in
        defer { previous = update }
        return previous != update
      }
      if isNew { sink.receive(update) }
    }
    return sending(source, keeping: token)
  }

  static func merge(_ sink: Sink) -> Batch {
    let sources = [FloorSource<Int>(), FloorSource<Int>()]
    let tokens = sources.map { $0.subscribe { sink.receive($0) } }
    return sending(sources[0], keeping: tokens)
  }

  static func combineLatest(_ sink: Sink) -> Batch {
    let first = FloorSource<Int>()
    let second = FloorSource<Int>()
    let latest = Latest()
    let tokens = [
      first.subscribe { latest.receive(first: $0, sink) }, second.subscribe { latest.receive(second: $0, sink) },
    ]
    second.send(1)
    return sending(first, keeping: tokens)
  }

  static func combineLatestOfProperties(_ sink: Sink) -> Batch {
    let first = FloorProperty(-1)
    let second = FloorProperty(-1)
    let latest = Latest()
    first.subscribe { latest.receive(first: $0, sink) }
    second.subscribe { latest.receive(second: $0, sink) }
    return setting(first, keeping: second)
  }

  static func zip(_ sink: Sink) -> Batch {
    let first = FloorSource<Int>()
    let second = FloorSource<Int>()
    let waiting = Kept((first: [Int](), second: [Int]()))
    let tokens = [
      first.subscribe { update in
        let other = waiting.value.withLock { waiting -> Int? in
          guard waiting.second.isEmpty else { return waiting.second.removeFirst() }
          waiting.first.append(update)
          return nil
        }
        if let other { sink.receive(update &+ other) }
      },
      second.subscribe { update in
        let other = waiting.value.withLock { waiting -> Int? in
          guard waiting.first.isEmpty else { return waiting.first.removeFirst() }
          waiting.second.append(update)
          return nil
        }
        if let other { sink.receive(update &+ other) }
      },
    ]
    return sending(first, second, keeping: tokens)
  }

  static func switchLatest(_ sink: Sink) -> Batch {
    let outer = FloorSource<Int>()
    let inner = [FloorSource<Int>(), FloorSource<Int>()]
    let current = Kept(FloorToken<Int>?.none)
    let token = outer.subscribe { index in
      let next = inner[index & 1].subscribe { sink.receive($0) }
      let former = current.value.withLock { current in
        defer { current = next }
        return current
      }
      former?.invalidate()
    }
    return sending(outer, keeping: token)
  }

  static func share(by subscribers: Int, _ sink: Sink) -> Batch {
    let source = FloorSource<Int>()
    let shared = FloorSource<Int>()
    let token = source.subscribe { shared.send($0 &+ 1) }
    return sending(source, keeping: (token, (0..<subscribers).map { subscribe(to: shared, sink, $0) }))
  }
}

/// The state that the closures of one row share.
private final class Kept<Value: Sendable>: Sendable {
  let value: Mutex<Value>

  init(_ value: Value) {
    self.value = Mutex(value)
  }
}

/// The latest updates of two sources.
private final class Latest: Sendable {
  private let latest = Mutex((first: Int?.none, second: Int?.none))

  @inline(__always)
  func receive(first: Int? = nil, second: Int? = nil, _ sink: Sink) {
    let pair = latest.withLock { latest in
      if let first { latest.first = first }
      if let second { latest.second = second }
      return latest
    }
    if let first = pair.first, let second = pair.second { sink.receive(first &+ second) }
  }
}
