import Foundation
package import Harness

/// Foundation's `NotificationCenter`, one of its own for each row. Notifications carry nothing, which is kind to them.
package let notifications = Peer("NotificationCenter") { row in
  switch row {
  case .sendTo1: { post(to: 1, sink: $0) }
  case .sendTo10: { post(to: 10, sink: $0) }
  case .sendTo100: { post(to: 100, sink: $0) }
  case .twoThreads: { post(PeerRow.updatesOfOneThread, fromThreads: 2, to: 1, sink: $0) }
  case .subscribeInvalidate: { addAndRemove(sink: $0) }
  case .churn: { churn(PeerRow.subscriptionsOfOneThread, onThreads: 2, sink: $0) }
  case .subscribe: { add(sink: $0) }
  default: nil
  }
} shape: { shape in
  { sink in
    shape.threads == 1
      ? post(to: shape.subscribers, sink: sink)
      : post(shape.updatesOfOneThread, fromThreads: shape.threads, to: shape.subscribers, sink: sink)
  }
} object: { object in
  object == .source ? keeping { _ in NotificationCenter() } : nil
}

private let name = Notification.Name("benchmark")

private func post(to observers: Int, sink: Sink) -> Batch {
  let center = NotificationCenter()
  let tokens = (0..<observers).map { offset in
    center.addObserver(forName: name, object: nil, queue: nil) { _ in sink.receive(offset) }
  }
  return { operations in
    for _ in 0..<operations { center.post(name: name, object: nil) }
    withExtendedLifetime(tokens) {}
  }
}

private func post(_ count: Int, fromThreads threads: Int, to observers: Int, sink: Sink) -> Batch {
  let center = NotificationCenter()
  let tokens = (0..<observers).map { offset in
    center.addObserver(forName: name, object: nil, queue: nil) { _ in sink.receiveConcurrently(offset) }
  }
  return { operations in
    for _ in 0..<operations {
      onThreads(threads, count: count, deliveries: observers, sink: sink) { _ in center.post(name: name, object: nil) }
    }
    withExtendedLifetime(tokens) {}
  }
}

private func addAndRemove(sink: Sink) -> Batch {
  let center = NotificationCenter()
  return { operations in
    for offset in 0..<operations {
      let token = center.addObserver(forName: name, object: nil, queue: nil) { _ in sink.receive(offset) }
      center.removeObserver(token)
    }
  }
}

private func churn(_ count: Int, onThreads threads: Int, sink: Sink) -> Batch {
  let center = NotificationCenter()
  let token = center.addObserver(forName: name, object: nil, queue: nil) { _ in sink.receive(-1) }
  return { operations in
    for _ in 0..<operations {
      onThreads(threads, count: count, deliveries: 0, sink: sink) { offset in
        let token = center.addObserver(forName: name, object: nil, queue: nil) { _ in sink.receive(offset) }
        center.removeObserver(token)
      }
      center.post(name: name, object: nil)
    }
    withExtendedLifetime(token) {}
  }
}

private func add(sink: Sink) -> Batch {
  let center = NotificationCenter()
  var tokens: [any NSObjectProtocol] = []
  tokens.reserveCapacity(PeerRow.subscriptions)
  return { operations in
    for offset in 0..<operations {
      tokens.append(center.addObserver(forName: name, object: nil, queue: nil) { _ in sink.receive(offset) })
    }
  }
}
