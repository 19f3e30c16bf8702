package import Harness
import Tidings

extension TidingsMapRows {
  package static func preparation(of object: PeerObject) -> Preparation? {
    switch object {
    case .source: keeping { _ in BroadcastSource<Int>() }
    case .property: keeping { PublishedProperty($0) }
    case .taskSource: keeping { _ in TaskSource<Int, Int, any Error>() }
    case .task:
      keeping { result in
        PublishedTask<Int, Int, any Error>(start: { run in
          run.succeed(result)
          return .ended
        })
      }
    case .map: { sink in keepMaps(of: BroadcastSource<Int>(), sink: sink) }
    case .subscriptionThroughMap: subscribeThroughMap
    case .bag: keeping { _ in SubscriptionBag() }
    case .subscriptionInBag: subscribeInBag
    }
  }

  private static func keepMaps(of source: BroadcastSource<Int>, sink: Sink) -> Batch {
    keeping { offset in source.map { $0 &+ offset } }(sink)
  }

  private static func subscribeThroughMap(sink: Sink) -> Batch {
    let source = BroadcastSource<Int>()
    var tokens: [Subscription] = []
    tokens.reserveCapacity(PeerRow.subscriptions)
    return { operations in
      for offset in 0..<operations {
        tokens.append(source.map { $0 &+ offset }.subscribe { sink.receive($0 &+ offset) })
      }
      source.send(0)
    }
  }

  private static func subscribeInBag(sink: Sink) -> Batch {
    let source = BroadcastSource<Int>()
    let bag = SubscriptionBag()
    return { operations in
      for offset in 0..<operations {
        source.subscribe { sink.receive($0 &+ offset) }.store(in: bag)
      }
      source.send(0)
      withExtendedLifetime(bag) {}
    }
  }
}
