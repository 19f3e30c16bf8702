import Dispatch
import FloorB
package import Harness

/// Floor B's side of the tables.
package let floorB = Side("floor B") { row in
  switch row {
  case .mapFilterMap: { FloorRows.mapFilterMap($0) }
  case .maps(let depth): { FloorRows.maps(depth, $0) }
  case .scan: { FloorRows.scan($0) }
  case .removeDuplicates: { FloorRows.removeDuplicates($0) }
  case .merge: { FloorRows.merge($0) }
  case .combineLatest: { FloorRows.combineLatest($0) }
  case .combineLatestOfProperties: { FloorRows.combineLatestOfProperties($0) }
  case .zip: { FloorRows.zip($0) }
  case .switchLatest: { FloorRows.switchLatest($0) }
  case .share(let subscribers): { FloorRows.share(by: subscribers, $0) }
  case .receiveOnQueue(let burst): { FloorRows.receiveOnQueue(burst: burst, $0) }
  case .forAwait(let burst): { FloorRows.forAwait(burst: burst, $0) }
  case .virtualTime(let pending): { FloorRows.virtualTime(pending: pending, $0) }
  case .object(.source): { _ in keeping { _ in FloorSource<Int>() } }
  case .object(.property): { _ in keeping { FloorProperty($0) } }
  case .object(.subscriptionThroughMap): { FloorRows.subscribeThroughMap($0) }
  case .object: nil
  default: FloorRows.sendingRows(row) ?? FloorRows.settingRows(row)
  }
}

/// Floor B has no operators. The closures are composed by hand, with one `Mutex` around their state.
enum FloorRows: Sending, Setting {
  static func makeSource() -> FloorSource<Int> { FloorSource() }
  static func send(_ update: Int, through source: FloorSource<Int>) { source.send(update) }

  static func subscribe(to source: FloorSource<Int>, _ sink: Sink, _ offset: Int) -> FloorToken<Int> {
    source.subscribe { sink.receive($0 &+ offset) }
  }

  static func subscribeConcurrently(to source: FloorSource<Int>, _ sink: Sink) -> FloorToken<Int> {
    source.subscribe { sink.receiveConcurrently($0) }
  }

  static func leave(_ token: FloorToken<Int>, _ source: FloorSource<Int>) {
    keep(token)
    token.invalidate()
  }

  static func makeProperty() -> FloorProperty<Int> { FloorProperty(-1) }
  static func set(_ value: Int, of property: FloorProperty<Int>) { property.set(value) }

  static func observe(_ property: FloorProperty<Int>, _ sink: Sink) -> Any {
    property.subscribe { sink.receive($0) }
  }

  static func observeConcurrently(_ property: FloorProperty<Int>, _ sink: Sink) -> Any {
    property.subscribe { sink.receiveConcurrently($0) }
  }

  static func mapFilterMap(_ sink: Sink) -> Batch {
    let source = FloorSource<Int>()
    let token = source.subscribe { update in
      let next = update &+ 1
      guard next != .min else { return }
      sink.receive(next &* 3)
    }
    return sending(source, keeping: token)
  }

  /// Each map is a closure that calls the next.
  static func maps(_ depth: Int, _ sink: Sink) -> Batch {
    let source = FloorSource<Int>()
    var chain: @Sendable (Int) -> Void = { sink.receive($0) }
    for _ in 0..<depth {
      let next = chain
      chain = { next($0 &+ 1) }
    }
    let token = source.subscribe(chain)
    return checking(sending(source, keeping: token), sink, depth)
  }

  /// The map is a closure that calls the next.
  static func subscribeThroughMap(_ sink: Sink) -> Batch {
    let source = FloorSource<Int>()
    return keeping { offset in
      let next: @Sendable (Int) -> Void = { sink.receive($0 &+ offset) }
      return source.subscribe { next($0 &+ offset) }
    } atEnd: {
      source.send(0)
    }
  }

  /// There is no subscription: each update is a closure on the queue.
  static func receiveOnQueue(burst: Int, _ sink: Sink) -> Batch {
    let queue = DispatchQueue(label: "floor B")
    let bursts = Bursts(of: burst, sink)
    return bursts.sending { remaining in queue.async { bursts.receive(remaining) } }
  }

  /// The subscriber sends the updates to an `AsyncStream`.
  static func forAwait(burst: Int, _ sink: Sink) -> Batch {
    let source = FloorSource<Int>()
    let bursts = Bursts(of: burst, sink)
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let token = source.subscribe { continuation.yield($0) }
    consume(stream) { bursts.receive($0) }
    return bursts.sending(keeping: (token, AtEnd { continuation.finish() })) { source.send($0) }
  }

  static func virtualTime(pending: Int, _ sink: Sink) -> Batch {
    let time = FloorTime()
    return { operations in
      for remaining in (0..<operations).reversed() {
        time.schedule(after: remaining &* 7_919 % pending) { sink.receive(remaining) }
        if remaining % pending == 0 { time.advance(by: pending) }
      }
    }
  }
}
