import Dispatch
package import Harness
import Tidings

/// More rows with maps in them, in a module of their own: where a module has many, the compiler no longer inlines as much
/// of the ones in the main rows.
package enum TidingsMapRows {
  package static func sendThroughMaps(_ depth: Int, sink: Sink) -> Batch {
    let source = BroadcastSource<Int>()
    var chain = source.broadcaster
    for _ in 0..<depth { chain = chain.map { $0 &+ 1 } }
    let token = chain.subscribe { sink.receive($0) }
    return { operations in
      for update in 0..<operations { source.send(update) }
      sink.expectLast(operations - 1 + depth)
      withExtendedLifetime(token) {}
    }
  }

  package static func debounce(
    for quiet: Duration, sink: Sink, passed: @escaping @Sendable () -> Void
  ) -> Batch {
    let source = BroadcastSource<Int>()
    let token = source.map { update in
      sink.receive(update)
      return update
    }.debounce(for: quiet, scheduler: DispatchQueue(label: "Tidings")).subscribe { _ in passed() }
    return { operations in
      for update in 0..<operations { source.send(update) }
      withExtendedLifetime(token) {}
    }
  }
}
