import Dispatch
package import Harness
import Tidings
import TidingsMapSide
import TidingsTestingSide

extension TidingsRows {
  package static func scan(sink: Sink) -> Batch {
    let source = BroadcastSource<Int>()
    let token = source.scan(0) { $0 &+ $1 }.subscribe { sink.receive($0) }
    return { operations in
      for update in 0..<operations { source.send(update) }
      withExtendedLifetime(token) {}
    }
  }

  package static func removeDuplicates(sink: Sink) -> Batch {
    let source = BroadcastSource<Int>()
    let token = source.removeDuplicates().subscribe { sink.receive($0) }
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
    let first = BroadcastSource<Int>()
    let second = BroadcastSource<Int>()
    let token = first.merge(with: second).subscribe { sink.receive($0) }
    return { operations in
      for update in 0..<operations { first.send(update) }
      withExtendedLifetime((second, token)) {}
    }
  }

  package static func combineLatest(sink: Sink) -> Batch {
    let first = BroadcastSource<Int>()
    let second = BroadcastSource<Int>()
    let token = first.combineLatest(second).subscribe { sink.receive($0 &+ $1) }
    second.send(1)
    return { operations in
      for update in 0..<operations { first.send(update) }
      withExtendedLifetime((second, token)) {}
    }
  }

  package static func combineLatestOfProperties(sink: Sink) -> Batch {
    let first = PublishedProperty(-1)
    let second = PublishedProperty(-1)
    let token = first.combineLatest(second).subscribe { sink.receive($0 &+ $1) }
    var value = 0
    return { operations in
      for _ in 0..<operations {
        first.value = value
        value += 1
      }
      withExtendedLifetime((second, token)) {}
    }
  }

  package static func zip(sink: Sink) -> Batch {
    let first = BroadcastSource<Int>()
    let second = BroadcastSource<Int>()
    let token = first.zip(second).subscribe { sink.receive($0 &+ $1) }
    return { operations in
      for update in 0..<operations {
        first.send(update)
        second.send(update)
      }
      withExtendedLifetime(token) {}
    }
  }

  package static func switchLatest(sink: Sink) -> Batch {
    let outer = BroadcastSource<Int>()
    let inner = [BroadcastSource<Int>(), BroadcastSource<Int>()]
    let token = outer.flatMapLatest { inner[$0] }.subscribe { sink.receive($0) }
    return { operations in
      for update in 0..<operations { outer.send(update & 1) }
      withExtendedLifetime(token) {}
    }
  }

  package static func share(by subscribers: Int, sink: Sink) -> Batch {
    let source = BroadcastSource<Int>()
    let shared = source.map { $0 &+ 1 }.share()
    let tokens = (0..<subscribers).map { offset in
      shared.subscribe { sink.receive($0 &+ offset) }
    }
    return { operations in
      for update in 0..<operations { source.send(update) }
      withExtendedLifetime(tokens) {}
    }
  }

  package static func receiveOnQueue(burst: Int, sink: Sink) -> Batch {
    let source = BroadcastSource<Int>()
    let done = DispatchSemaphore(value: 0)
    let token = source.receive(on: DispatchQueue(label: "Tidings")).subscribe { remaining in
      sink.receive(remaining)
      if remaining % burst == 0 { done.signal() }
    }
    return { operations in
      for remaining in (0..<operations).reversed() {
        source.send(remaining)
        if remaining % burst == 0 { done.wait() }
      }
      withExtendedLifetime(token) {}
    }
  }

  package static func forAwait(burst: Int, sink: Sink) -> Batch {
    let source = BroadcastSource<Int>()
    let done = DispatchSemaphore(value: 0)
    consume(source.values) { remaining in
      sink.receive(remaining)
      if remaining % burst == 0 { done.signal() }
    }
    let end = AtEnd { source.finish() }
    return { operations in
      countDown(from: operations, burst: burst, done: done) { source.send($0) }
      withExtendedLifetime(end) {}
    }
  }

  package static func debounce(
    for quiet: Duration, sink: Sink, passed: @escaping @Sendable () -> Void
  ) -> Batch {
    TidingsMapRows.debounce(for: quiet, sink: sink, passed: passed)
  }

  package static func virtualTime(pending: Int, sink: Sink) -> Batch {
    TidingsTestingRows.virtualTime(pending: pending, sink: sink)
  }
}
