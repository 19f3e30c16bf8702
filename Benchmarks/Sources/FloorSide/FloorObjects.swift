import FloorB
package import Harness

extension FloorRows {
  package static func preparation(of object: PeerObject) -> Preparation? {
    switch object {
    case .source: keeping { _ in FloorSource<Int>() }
    case .property: keeping { FloorProperty($0) }
    case .subscriptionThroughMap: subscribeThroughMap
    // An array of tokens is what a subscription is counted with.
    case .taskSource, .task, .map, .bag, .subscriptionInBag: nil
    }
  }

  /// The map is a closure that calls the next.
  private static func subscribeThroughMap(sink: Sink) -> Batch {
    let source = FloorSource<Int>()
    var tokens: [FloorToken<Int>] = []
    tokens.reserveCapacity(PeerRow.subscriptions)
    return { operations in
      for offset in 0..<operations {
        let next: @Sendable (Int) -> Void = { sink.receive($0 &+ offset) }
        tokens.append(source.subscribe { next($0 &+ offset) })
      }
      source.send(0)
    }
  }
}
