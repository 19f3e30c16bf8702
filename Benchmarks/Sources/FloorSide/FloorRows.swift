import FloorB
package import Harness

/// Floor B's side of the table.
package enum FloorRows: Rows {
  package static func send(to subscribers: Int, sink: Sink) -> Batch {
    let source = FloorSource<Int>()
    let tokens = (0..<subscribers).map { offset in
      source.subscribe { sink.receive($0 &+ offset) }
    }
    return { operations in
      for update in 0..<operations { source.send(update) }
      withExtendedLifetime(tokens) {}
    }
  }

  /// The three closures are composed by hand: what a user would write who had no operators.
  package static func sendThroughChain(sink: Sink) -> Batch {
    let source = FloorSource<Int>()
    let token = source.subscribe { update in
      let next = update &+ 1
      guard next != .min else { return }
      sink.receive(next &* 3)
    }
    return { operations in
      for update in 0..<operations { source.send(update) }
      withExtendedLifetime(token) {}
    }
  }

  /// Each map is a closure that calls the next.
  package static func sendThroughMaps(_ depth: Int, sink: Sink) -> Batch {
    let source = FloorSource<Int>()
    var chain: @Sendable (Int) -> Void = { sink.receive($0) }
    for _ in 0..<depth {
      let next = chain
      chain = { next($0 &+ 1) }
    }
    let token = source.subscribe(chain)
    return { operations in
      for update in 0..<operations { source.send(update) }
      sink.expectLast(operations - 1 + depth)
      withExtendedLifetime(token) {}
    }
  }

  package static func send(_ count: Int, fromThreads threads: Int, to subscribers: Int, sink: Sink) -> Batch {
    let source = FloorSource<Int>()
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
    let source = FloorSource<Int>()
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
    let source = FloorSource<Int>()
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
    let source = FloorSource<Int>()
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
    let property = FloorProperty(-1)
    property.subscribe { sink.receiveConcurrently($0) }
    return { operations in
      for _ in 0..<operations {
        onThreads(threads, count: count, sink: sink) { property.set($0) }
      }
    }
  }

  package static func setChanged(observers: Int, sink: Sink) -> Batch {
    let property = FloorProperty(-1)
    for _ in 0..<observers { property.subscribe { sink.receive($0) } }
    var value = 0
    return { operations in
      for _ in 0..<operations {
        property.set(value)
        value += 1
      }
    }
  }

  package static func setEqual(sink: Sink) -> Batch {
    let property = FloorProperty(-1)
    property.subscribe { sink.receive($0) }
    return { operations in
      for _ in 0..<operations { property.set(-1) }
    }
  }

  package static func subscribe(capacity: Int, sink: Sink) -> Batch {
    let source = FloorSource<Int>()
    var tokens: [FloorToken<Int>] = []
    tokens.reserveCapacity(capacity)
    return { operations in
      for offset in 0..<operations {
        tokens.append(source.subscribe { sink.receive($0 &+ offset) })
      }
    }
  }
}
