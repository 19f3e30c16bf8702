import Dispatch
import FloorB
package import Harness
import Synchronization

extension FloorRows {
  package static func scan(sink: Sink) -> Batch {
    let source = FloorSource<Int>()
    let partial = Kept(0)
    let token = source.subscribe { update in
      sink.receive(
        partial.value.withLock {
          $0 = $0 &+ update
          return $0
        })
    }
    return { operations in
      for update in 0..<operations { source.send(update) }
      withExtendedLifetime(token) {}
    }
  }

  package static func removeDuplicates(sink: Sink) -> Batch {
    let source = FloorSource<Int>()
    let previous = Kept(Int?.none)
    let token = source.subscribe { update in
      let isNew = previous.value.withLock { previous in
        defer { previous = update }
        return previous != update
      }
      if isNew { sink.receive(update) }
    }
    var update = 0
    return { operations in
      for _ in 0..<operations {
        source.send(update)
        update += 1
      }
      withExtendedLifetime(token) {}
    }
  }

  package static func merge(sink: Sink) -> Batch {
    let first = FloorSource<Int>()
    let second = FloorSource<Int>()
    let tokens = [first, second].map { $0.subscribe { sink.receive($0) } }
    return { operations in
      for update in 0..<operations { first.send(update) }
      withExtendedLifetime(tokens) {}
    }
  }

  package static func combineLatest(sink: Sink) -> Batch {
    let first = FloorSource<Int>()
    let second = FloorSource<Int>()
    let latest = Kept((first: Int?.none, second: Int?.none))
    let tokens = [
      first.subscribe { update in
        let pair = latest.value.withLock { latest in
          latest.first = update
          return latest
        }
        if let first = pair.first, let second = pair.second { sink.receive(first &+ second) }
      },
      second.subscribe { update in
        let pair = latest.value.withLock { latest in
          latest.second = update
          return latest
        }
        if let first = pair.first, let second = pair.second { sink.receive(first &+ second) }
      },
    ]
    second.send(1)
    return { operations in
      for update in 0..<operations { first.send(update) }
      withExtendedLifetime(tokens) {}
    }
  }

  package static func combineLatestOfProperties(sink: Sink) -> Batch {
    let first = FloorProperty(-1)
    let second = FloorProperty(-1)
    let latest = Kept((first: Int?.none, second: Int?.none))
    first.subscribe { value in
      let pair = latest.value.withLock { latest in
        latest.first = value
        return latest
      }
      if let first = pair.first, let second = pair.second { sink.receive(first &+ second) }
    }
    second.subscribe { value in
      let pair = latest.value.withLock { latest in
        latest.second = value
        return latest
      }
      if let first = pair.first, let second = pair.second { sink.receive(first &+ second) }
    }
    var value = 0
    return { operations in
      for _ in 0..<operations {
        first.set(value)
        value += 1
      }
    }
  }

  package static func zip(sink: Sink) -> Batch {
    let first = FloorSource<Int>()
    let second = FloorSource<Int>()
    let waiting = Kept((first: [Int](), second: [Int]()))
    let tokens = [
      first.subscribe { update in
        let pair = waiting.value.withLock { waiting -> (Int, Int)? in
          guard !waiting.second.isEmpty else {
            waiting.first.append(update)
            return nil
          }
          return (update, waiting.second.removeFirst())
        }
        if let pair { sink.receive(pair.0 &+ pair.1) }
      },
      second.subscribe { update in
        let pair = waiting.value.withLock { waiting -> (Int, Int)? in
          guard !waiting.first.isEmpty else {
            waiting.second.append(update)
            return nil
          }
          return (waiting.first.removeFirst(), update)
        }
        if let pair { sink.receive(pair.0 &+ pair.1) }
      },
    ]
    return { operations in
      for update in 0..<operations {
        first.send(update)
        second.send(update)
      }
      withExtendedLifetime(tokens) {}
    }
  }

  package static func switchLatest(sink: Sink) -> Batch {
    let outer = FloorSource<Int>()
    let inner = [FloorSource<Int>(), FloorSource<Int>()]
    let current = Kept(FloorToken<Int>?.none)
    let token = outer.subscribe { index in
      let next = inner[index].subscribe { sink.receive($0) }
      let former = current.value.withLock { current in
        defer { current = next }
        return current
      }
      former?.invalidate()
    }
    return { operations in
      for update in 0..<operations { outer.send(update & 1) }
      withExtendedLifetime(token) {}
    }
  }

  package static func share(by subscribers: Int, sink: Sink) -> Batch {
    let source = FloorSource<Int>()
    let shared = FloorSource<Int>()
    let token = source.subscribe { shared.send($0 &+ 1) }
    let tokens = (0..<subscribers).map { offset in
      shared.subscribe { sink.receive($0 &+ offset) }
    }
    return { operations in
      for update in 0..<operations { source.send(update) }
      withExtendedLifetime((token, tokens)) {}
    }
  }

  /// There is nothing to subscribe to: each update is a closure on the queue.
  package static func receiveOnQueue(burst: Int, sink: Sink) -> Batch {
    let queue = DispatchQueue(label: "floor B")
    let done = DispatchSemaphore(value: 0)
    return { operations in
      for remaining in (0..<operations).reversed() {
        queue.async {
          sink.receive(remaining)
          if remaining % burst == 0 { done.signal() }
        }
        if remaining % burst == 0 { done.wait() }
      }
    }
  }

  package static func forAwait(burst: Int, sink: Sink) -> Batch {
    let source = FloorSource<Int>()
    let done = DispatchSemaphore(value: 0)
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let token = source.subscribe { continuation.yield($0) }
    let end = AtEnd { continuation.finish() }
    consume(stream) { remaining in
      sink.receive(remaining)
      if remaining % burst == 0 { done.signal() }
    }
    return { operations in
      countDown(from: operations, burst: burst, done: done) { source.send($0) }
      withExtendedLifetime((token, end)) {}
    }
  }

  package static func virtualTime(pending: Int, sink: Sink) -> Batch {
    let time = FloorTime()
    return { operations in
      for remaining in (0..<operations).reversed() {
        time.schedule(after: remaining &* 7_919 % pending) { sink.receive(remaining) }
        if remaining % pending == 0 { time.advance(by: pending) }
      }
    }
  }
}

/// What closures of one row remember together.
private final class Kept<Value: Sendable>: Sendable {
  let value: Mutex<Value>

  init(_ value: Value) {
    self.value = Mutex(value)
  }
}
