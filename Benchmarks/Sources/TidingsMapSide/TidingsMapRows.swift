package import Harness
import Tidings
import TidingsTesting

/// More rows of Tidings, in another module.
///
/// In a module with many maps, or with the test kit, the compiler inlines less in the loops of the other rows.
package func tidingsMapRows(_ row: Row) -> Preparation? {
  switch row {
  case .maps(let depth): { maps(depth, $0) }
  case .virtualTime(let pending): { virtualTime(pending: pending, $0) }
  case .object(.source): { _ in keeping { _ in BroadcastSource<Int>() } }
  case .object(.property): { _ in keeping { PublishedProperty($0) } }
  case .object(.taskSource): { _ in keeping { _ in TaskSource<Int, Int, any Error>() } }
  case .object(.task):
    { _ in
      keeping { result in
        PublishedTask<Int, Int, any Error>(start: { run in
          run.succeed(result)
          return .ended
        })
      }
    }
  case .object(.map): { _ in keepMaps(of: BroadcastSource()) }
  case .object(.subscriptionThroughMap): { subscribeThroughMap($0) }
  case .object(.bag): { _ in keeping { _ in SubscriptionBag() } }
  case .object(.subscriptionInBag): { subscribeInBag($0) }
  default: nil
  }
}

private func maps(_ depth: Int, _ sink: Sink) -> Batch {
  let source = BroadcastSource<Int>()
  var chain = source.broadcaster
  for _ in 0..<depth { chain = chain.map { $0 &+ 1 } }
  return checking(sending(source, keeping: chain.subscribe { sink.receive($0) }), sink, depth)
}

private func virtualTime(pending: Int, _ sink: Sink) -> Batch {
  let scheduler = ManualScheduler()
  let frame = Duration.milliseconds(1)
  return { operations in
    var jobs: [Subscription] = []
    jobs.reserveCapacity(pending)
    for remaining in (0..<operations).reversed() {
      jobs.append(scheduler.enqueue(after: frame * (remaining &* 7_919 % pending)) { sink.receive(remaining) })
      guard remaining % pending == 0 else { continue }
      scheduler.advance(by: frame * pending)
      jobs.removeAll(keepingCapacity: true)
    }
  }
}

private func keepMaps(of source: BroadcastSource<Int>) -> Batch {
  keeping { offset in source.map { $0 &+ offset } }
}

private func subscribeThroughMap(_ sink: Sink) -> Batch {
  let source = BroadcastSource<Int>()
  return keeping { offset in
    source.map { $0 &+ offset }.subscribe { sink.receive($0 &+ offset) }
  } atEnd: {
    source.send(0)
  }
}

private func subscribeInBag(_ sink: Sink) -> Batch {
  let source = BroadcastSource<Int>()
  let bag = SubscriptionBag()
  return keeping { offset in
    source.subscribe { sink.receive($0 &+ offset) }.store(in: bag)
  } atEnd: {
    source.send(0)
  }
}

private func sending(_ source: BroadcastSource<Int>, keeping token: Subscription) -> Batch {
  var next = 0
  return { operations in
    let updates = next..<next + operations
    for update in updates { source.send(update) }
    next = updates.upperBound
    withExtendedLifetime(token) {}
  }
}
