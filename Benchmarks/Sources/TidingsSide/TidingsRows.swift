import Dispatch
package import Harness
import Tidings
import TidingsMapSide

/// Tidings' side of the tables.
package let tidings = Side("Tidings") { row in
  switch row {
  case .mapFilterMap: { TidingsRows.mapFilterMap($0) }
  case .scan: { TidingsRows.scan($0) }
  case .removeDuplicates: { TidingsRows.removeDuplicates($0) }
  case .merge: { TidingsRows.merge($0) }
  case .combineLatest: { TidingsRows.combineLatest($0) }
  case .combineLatestOfProperties: { TidingsRows.combineLatestOfProperties($0) }
  case .zip: { TidingsRows.zip($0) }
  case .switchLatest: { TidingsRows.switchLatest($0) }
  case .share(let subscribers): { TidingsRows.share(by: subscribers, $0) }
  case .receiveOnQueue(let burst): { TidingsRows.receiveOnQueue(burst: burst, $0) }
  case .forAwait(let burst): { TidingsRows.forAwait(burst: burst, $0) }
  default: TidingsRows.sendingRows(row) ?? TidingsRows.settingRows(row) ?? tidingsMapRows(row)
  }
}

enum TidingsRows: Sending, Setting {
  static func makeSource() -> BroadcastSource<Int> { BroadcastSource() }
  static func send(_ update: Int, through source: BroadcastSource<Int>) { source.send(update) }

  static func subscribe(to source: BroadcastSource<Int>, _ sink: Sink, _ offset: Int) -> Subscription {
    source.subscribe { sink.receive($0 &+ offset) }
  }

  static func subscribeConcurrently(to source: BroadcastSource<Int>, _ sink: Sink) -> Subscription {
    source.subscribe { sink.receiveConcurrently($0) }
  }

  static func leave(_ token: Subscription, _ source: BroadcastSource<Int>) {
    keep(token)
    token.invalidate()
  }

  static func makeProperty() -> PublishedProperty<Int> { PublishedProperty(-1) }
  static func set(_ value: Int, of property: PublishedProperty<Int>) { property.value = value }

  static func observe(_ property: PublishedProperty<Int>, _ sink: Sink) -> Any {
    property.subscribe { sink.receive($0) }
  }

  static func observeConcurrently(_ property: PublishedProperty<Int>, _ sink: Sink) -> Any {
    property.subscribe { sink.receiveConcurrently($0) }
  }

  static func mapFilterMap(_ sink: Sink) -> Batch {
    let source = BroadcastSource<Int>()
    let token = source.map { $0 &+ 1 }.filter { $0 != .min }.map { $0 &* 3 }.subscribe { sink.receive($0) }
    return sending(source, keeping: token)
  }

  static func scan(_ sink: Sink) -> Batch {
    let source = BroadcastSource<Int>()
    return sending(source, keeping: source.scan(0) { $0 &+ $1 }.subscribe { sink.receive($0) })
  }

  static func removeDuplicates(_ sink: Sink) -> Batch {
    let source = BroadcastSource<Int>()
    return sending(source, keeping: source.removeDuplicates().subscribe { sink.receive($0) })
  }

  static func merge(_ sink: Sink) -> Batch {
    let first = BroadcastSource<Int>()
    let second = BroadcastSource<Int>()
    return sending(first, keeping: (second, first.merge(with: second).subscribe { sink.receive($0) }))
  }

  static func combineLatest(_ sink: Sink) -> Batch {
    let first = BroadcastSource<Int>()
    let second = BroadcastSource<Int>()
    let token = first.combineLatest(second).subscribe { sink.receive($0 &+ $1) }
    second.send(1)
    return sending(first, keeping: (second, token))
  }

  static func combineLatestOfProperties(_ sink: Sink) -> Batch {
    let first = PublishedProperty(-1)
    let second = PublishedProperty(-1)
    return setting(first, keeping: (second, first.combineLatest(second).subscribe { sink.receive($0 &+ $1) }))
  }

  static func zip(_ sink: Sink) -> Batch {
    let first = BroadcastSource<Int>()
    let second = BroadcastSource<Int>()
    return sending(first, second, keeping: first.zip(second).subscribe { sink.receive($0 &+ $1) })
  }

  static func switchLatest(_ sink: Sink) -> Batch {
    let outer = BroadcastSource<Int>()
    let inner = [BroadcastSource<Int>(), BroadcastSource<Int>()]
    return sending(outer, keeping: outer.flatMapLatest { inner[$0 & 1] }.subscribe { sink.receive($0) })
  }

  static func share(by subscribers: Int, _ sink: Sink) -> Batch {
    let source = BroadcastSource<Int>()
    let shared = source.map { $0 &+ 1 }.share()
    let tokens = (0..<subscribers).map { offset in
      shared.subscribe { sink.receive($0 &+ offset) }
    }
    return sending(source, keeping: tokens)
  }

  static func receiveOnQueue(burst: Int, _ sink: Sink) -> Batch {
    let source = BroadcastSource<Int>()
    let bursts = Bursts(of: burst, sink)
    let token = source.receive(on: DispatchQueue(label: "Tidings")).subscribe { bursts.receive($0) }
    return bursts.sending(keeping: token) { source.send($0) }
  }

  static func forAwait(burst: Int, _ sink: Sink) -> Batch {
    let source = BroadcastSource<Int>()
    let bursts = Bursts(of: burst, sink)
    consume(source.values) { bursts.receive($0) }
    return bursts.sending(keeping: AtEnd { source.finish() }) { source.send($0) }
  }
}
