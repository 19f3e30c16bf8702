import Dispatch
import Harness
import Tidings

/// The sources that the threads publish through, and the ways to subscribe to them.
struct FullSpeedSubject: Sendable {
  private let construction: FullSpeed.Construction
  private let sources = [BroadcastSource<Int>(), BroadcastSource<Int>()]
  private let property = PublishedProperty(-1)

  init(_ construction: FullSpeed.Construction) {
    self.construction = construction
  }

  func publish(_ number: Int, on thread: Int) {
    switch construction {
    case .source: sources[0].send(number)
    case .property: property.value = number
    case .merge, .combination: sources[thread % 2].send(number)
    }
  }

  func subscribe(
    _ subscriber: FullSpeed.Subscriber, _ receive: @escaping @Sendable (Int) -> Void
  ) -> Subscription {
    switch construction {
    case .source: subscribe(subscriber, to: sources[0], receive)
    case .property: subscribe(subscriber, to: property.publishedValue, receive)
    case .merge: subscribe(subscriber, to: sources[0].merge(with: sources[1]), receive)
    case .combination: subscribe(subscriber, to: sources[0].combineLatest(sources[1]).map { $0 &+ $1 }, receive)
    }
  }

  /// Subscribes and leaves, and takes the time of both.
  func comeAndGo(_ stopwatch: inout Stopwatch) {
    let token = subscribe(.trivial) { _ in }
    stopwatch.lap()
    token.invalidate()
    stopwatch.lap()
  }

  private func subscribe(
    _ subscriber: FullSpeed.Subscriber, to publisher: some Publisher<Int>, _ receive: @escaping @Sendable (Int) -> Void
  ) -> Subscription {
    switch subscriber {
    case .trivial:
      return publisher.attach(receive)
    case .slow:
      return publisher.attach { receiveSlowly($0, receive) }
    case .slowBehindBuffer:
      let queue = DispatchQueue(label: "slow subscriber")
      return publisher.receive(on: queue, buffering: .newest(1_000)).attach { receiveSlowly($0, receive) }
    }
  }
}

private func receiveSlowly(_ update: Int, _ receive: (Int) -> Void) {
  let stopwatch = Stopwatch()
  while stopwatch.elapsed < 10_000 {}
  receive(update)
}
