/// A library that does some of what Tidings does, with the rows of ``PeerRow`` that it has.
///
/// Every peer is set up in a module of its own and sees its library as a user does.
package struct Peer: Sendable {
  package let name: String
  private let preparation: @Sendable (PeerRow) -> Preparation?
  private let shape: @Sendable (Shape) -> Preparation?
  private let chain: @Sendable (Int) -> Preparation?
  private let object: @Sendable (PeerObject) -> Preparation?

  /// - Parameters:
  ///   - preparation: How a row is set up; nil where the library has nothing of the kind.
  ///   - shape: How a fan-out is set up; nil where the library has none.
  ///   - chain: How so many maps behind each other are set up; nil where the library has none.
  ///   - object: How an object is made; nil where the library has none.
  package init(
    _ name: String, preparation: @escaping @Sendable (PeerRow) -> Preparation?,
    shape: @escaping @Sendable (Shape) -> Preparation? = { _ in nil },
    chain: @escaping @Sendable (Int) -> Preparation? = { _ in nil },
    object: @escaping @Sendable (PeerObject) -> Preparation? = { _ in nil }
  ) {
    self.name = name
    self.preparation = preparation
    self.shape = shape
    self.chain = chain
    self.object = object
  }

  package func preparation(of row: PeerRow) -> Preparation? {
    preparation(row)
  }

  package func preparation(of shape: Shape) -> Preparation? {
    self.shape(shape)
  }

  package func preparation(ofChain depth: Int) -> Preparation? {
    chain(depth)
  }

  package func preparation(of object: PeerObject) -> Preparation? {
    self.object(object)
  }
}

extension Peer {
  /// A side that has all rows of the main table.
  package init(_ name: String, _ side: any Rows.Type) {
    self.init(name) { row in
      switch row {
      case .sendTo1: { side.send(to: 1, sink: $0) }
      case .sendTo10: { side.send(to: 10, sink: $0) }
      case .sendTo100: { side.send(to: 100, sink: $0) }
      case .mapFilterMap: { side.sendThroughChain(sink: $0) }
      case .twoThreads: { side.send(PeerRow.updatesOfOneThread, fromThreads: 2, to: 1, sink: $0) }
      case .subscribeInvalidate: { side.subscribeAndInvalidate(others: 0, sink: $0) }
      case .churn: { side.churn(PeerRow.subscriptionsOfOneThread, onThreads: 2, sink: $0) }
      case .setUnobserved: { side.setChanged(observers: 0, sink: $0) }
      case .setChanged: { side.setChanged(observers: 1, sink: $0) }
      case .setChanged10: { side.setChanged(observers: 10, sink: $0) }
      case .setEqual: { side.setEqual(sink: $0) }
      case .scan: { side.scan(sink: $0) }
      case .removeDuplicates: { side.removeDuplicates(sink: $0) }
      case .merge: { side.merge(sink: $0) }
      case .combineLatest: { side.combineLatest(sink: $0) }
      case .zip: { side.zip(sink: $0) }
      case .switchLatest: { side.switchLatest(sink: $0) }
      case .shareTo1: { side.share(by: 1, sink: $0) }
      case .shareTo100: { side.share(by: 100, sink: $0) }
      case .queueOneByOne: { side.receiveOnQueue(burst: 1, sink: $0) }
      case .queueAtOnce: { side.receiveOnQueue(burst: 1_000, sink: $0) }
      case .awaitOneByOne: { side.forAwait(burst: 1, sink: $0) }
      case .awaitAtOnce: { side.forAwait(burst: 1_000, sink: $0) }
      case .debounce: { debouncing(sink: $0) { side.debounce(for: $0, sink: $1, passed: $2) } }
      case .subscribe: { side.subscribe(capacity: PeerRow.subscriptions, sink: $0) }
      }
    } shape: { shape in
      { sink in
        shape.threads == 1
          ? side.send(to: shape.subscribers, sink: sink)
          : side.send(shape.updatesOfOneThread, fromThreads: shape.threads, to: shape.subscribers, sink: sink)
      }
    } chain: { depth in
      { side.sendThroughMaps(depth, sink: $0) }
    } object: {
      side.preparation(of: $0)
    }
  }
}
