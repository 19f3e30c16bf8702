package import Harness
import Tidings
import TidingsMapSide

/// Tidings' side of the table, in the words in which users write it.
package enum TidingsRows: Rows {
  package static func send(to subscribers: Int, sink: Sink) -> Batch {
    let source = BroadcastSource<Int>()
    let tokens = (0..<subscribers).map { offset in
      source.subscribe { sink.receive($0 &+ offset) }
    }
    return { operations in
      for update in 0..<operations { source.send(update) }
      withExtendedLifetime(tokens) {}
    }
  }

  /// Some of many subscribers have left before anything is sent.
  package static func send(to subscribers: Int, without leavers: some Sequence<Int>, sink: Sink) -> Batch {
    let source = BroadcastSource<Int>()
    let tokens = (0..<subscribers).map { offset in
      source.subscribe { sink.receive($0 &+ offset) }
    }
    for leaver in leavers { tokens[leaver].invalidate() }
    return { operations in
      for update in 0..<operations { source.send(update) }
      withExtendedLifetime(tokens) {}
    }
  }

  package static func sendThroughChain(sink: Sink) -> Batch {
    let source = BroadcastSource<Int>()
    let token = source.map { $0 &+ 1 }.filter { $0 != .min }.map { $0 &* 3 }.subscribe { sink.receive($0) }
    return { operations in
      for update in 0..<operations { source.send(update) }
      withExtendedLifetime(token) {}
    }
  }

  package static func sendThroughMaps(_ depth: Int, sink: Sink) -> Batch {
    TidingsMapRows.sendThroughMaps(depth, sink: sink)
  }

  package static func send(_ count: Int, fromThreads threads: Int, to subscribers: Int, sink: Sink) -> Batch {
    let source = BroadcastSource<Int>()
    let tokens = (0..<subscribers).map { offset in
      source.subscribe { sink.receiveConcurrently($0 &+ offset) }
    }
    return { operations in
      for _ in 0..<operations {
        onThreads(threads, count: count, deliveries: subscribers, sink: sink) { source.send($0) }
      }
      withExtendedLifetime(tokens) {}
    }
  }

  package static func subscribeAndInvalidate(others: Int, sink: Sink) -> Batch {
    let source = BroadcastSource<Int>()
    let tokens = (0..<others).map { offset in
      source.subscribe { sink.receive($0 &+ offset) }
    }
    return { operations in
      for offset in 0..<operations {
        let token = source.subscribe { sink.receive($0 &+ offset) }
        keep(token)
        token.invalidate()
      }
      withExtendedLifetime(tokens) {}
    }
  }

  package static func churn(_ count: Int, onThreads threads: Int, sink: Sink) -> Batch {
    let source = BroadcastSource<Int>()
    let token = source.subscribe { sink.receive($0) }
    return { operations in
      for update in 0..<operations {
        onThreads(threads, count: count, deliveries: 0, sink: sink) { offset in
          let token = source.subscribe { sink.receive($0 &+ offset) }
          keep(token)
          token.invalidate()
        }
        source.send(update)
      }
      withExtendedLifetime(token) {}
    }
  }

  package static func replaceOldest(of others: Int, sink: Sink) -> Batch {
    let source = BroadcastSource<Int>()
    var tokens = (0..<others).map { offset in
      source.subscribe { sink.receive($0 &+ offset) }
    }
    var oldest = 0
    return { operations in
      for offset in 0..<operations {
        tokens[oldest].invalidate()
        tokens[oldest] = source.subscribe { sink.receive($0 &+ offset) }
        oldest = oldest + 1 == others ? 0 : oldest + 1
      }
    }
  }

  package static func set(_ count: Int, fromThreads threads: Int, sink: Sink) -> Batch {
    let property = PublishedProperty(-1)
    let token = property.subscribe { sink.receiveConcurrently($0) }
    return { operations in
      for _ in 0..<operations {
        onThreads(threads, count: count, sink: sink) { property.value = $0 }
      }
      withExtendedLifetime(token) {}
    }
  }

  package static func setChanged(observers: Int, sink: Sink) -> Batch {
    let property = PublishedProperty(-1)
    let tokens = (0..<observers).map { _ in property.subscribe { sink.receive($0) } }
    var value = 0
    return { operations in
      for _ in 0..<operations {
        property.value = value
        value += 1
      }
      withExtendedLifetime(tokens) {}
    }
  }

  package static func setEqual(sink: Sink) -> Batch {
    let property = PublishedProperty(-1)
    let token = property.subscribe { sink.receive($0) }
    return { operations in
      for _ in 0..<operations { property.value = -1 }
      withExtendedLifetime(token) {}
    }
  }

  package static func subscribe(capacity: Int, sink: Sink) -> Batch {
    let source = BroadcastSource<Int>()
    var tokens: [Subscription] = []
    tokens.reserveCapacity(capacity)
    return { operations in
      for offset in 0..<operations {
        tokens.append(source.subscribe { sink.receive($0 &+ offset) })
      }
    }
  }
}
