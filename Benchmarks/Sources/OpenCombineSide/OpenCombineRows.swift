package import Harness
import OpenCombine

/// OpenCombine: `PassthroughSubject` for events, `CurrentValueSubject` for state.
package let openCombine = Peer("OpenCombine") { row in
  switch row {
  case .sendTo1: { send(to: 1, sink: $0) }
  case .sendTo10: { send(to: 10, sink: $0) }
  case .sendTo100: { send(to: 100, sink: $0) }
  case .mapFilterMap: { sendThroughChain(sink: $0) }
  case .twoThreads: { send(PeerRow.updatesOfOneThread, fromThreads: 2, to: 1, sink: $0) }
  case .subscribeInvalidate: { subscribeAndCancel(sink: $0) }
  case .churn: { churn(PeerRow.subscriptionsOfOneThread, onThreads: 2, sink: $0) }
  case .setUnobserved: { setChanged(observers: 0, sink: $0) }
  case .setChanged: { setChanged(observers: 1, sink: $0) }
  case .setChanged10: { setChanged(observers: 10, sink: $0) }
  case .setEqual: { setEqual(sink: $0) }
  case .scan: { scan(sink: $0) }
  case .removeDuplicates: { removeDuplicates(sink: $0) }
  case .zip: { zip(sink: $0) }
  case .switchLatest: { switchLatest(sink: $0) }
  case .shareTo1: { share(by: 1, sink: $0) }
  case .shareTo100: { share(by: 100, sink: $0) }
  case .queueOneByOne: { receiveOnQueue(burst: 1, sink: $0) }
  case .queueAtOnce: { receiveOnQueue(burst: 1_000, sink: $0) }
  case .awaitOneByOne: { forAwait(burst: 1, sink: $0) }
  case .awaitAtOnce: { forAwait(burst: 1_000, sink: $0) }
  case .debounce: { debouncing(sink: $0, debounce) }
  case .subscribe: { subscribe(sink: $0) }
  // OpenCombine 0.14 has neither.
  case .merge, .combineLatest: nil
  }
} shape: { shape in
  { sink in
    shape.threads == 1
      ? send(to: shape.subscribers, sink: sink)
      : send(shape.updatesOfOneThread, fromThreads: shape.threads, to: shape.subscribers, sink: sink)
  }
} chain: { depth in
  { sendThroughMaps(depth, sink: $0) }
} object: {
  objects($0)
}

private func send(to subscribers: Int, sink: Sink) -> Batch {
  let subject = PassthroughSubject<Int, Never>()
  let tokens = (0..<subscribers).map { offset in
    subject.sink { sink.receive($0 &+ offset) }
  }
  return { operations in
    for update in 0..<operations { subject.send(update) }
    withExtendedLifetime(tokens) {}
  }
}

private func sendThroughChain(sink: Sink) -> Batch {
  let subject = PassthroughSubject<Int, Never>()
  let token = subject.map { $0 &+ 1 }.filter { $0 != .min }.map { $0 &* 3 }.sink { sink.receive($0) }
  return { operations in
    for update in 0..<operations { subject.send(update) }
    withExtendedLifetime(token) {}
  }
}

private func send(_ count: Int, fromThreads threads: Int, to subscribers: Int, sink: Sink) -> Batch {
  // Not marked as Sendable, but a subject may be sent to from any thread: it has a lock.
  nonisolated(unsafe) let subject = PassthroughSubject<Int, Never>()
  let tokens = (0..<subscribers).map { offset in
    unsafe subject.sink { sink.receiveConcurrently($0 &+ offset) }
  }
  return { operations in
    for _ in 0..<operations {
      onThreads(threads, count: count, deliveries: subscribers, sink: sink) { unsafe subject.send($0) }
    }
    withExtendedLifetime(tokens) {}
  }
}

private func subscribeAndCancel(sink: Sink) -> Batch {
  let subject = PassthroughSubject<Int, Never>()
  return { operations in
    for offset in 0..<operations {
      let token = subject.sink { sink.receive($0 &+ offset) }
      keep(token)
      token.cancel()
    }
  }
}

private func churn(_ count: Int, onThreads threads: Int, sink: Sink) -> Batch {
  // As above.
  nonisolated(unsafe) let subject = PassthroughSubject<Int, Never>()
  let token = unsafe subject.sink { sink.receive($0) }
  return { operations in
    for update in 0..<operations {
      onThreads(threads, count: count, deliveries: 0, sink: sink) { offset in
        let token = unsafe subject.sink { sink.receive($0 &+ offset) }
        keep(token)
        token.cancel()
      }
      unsafe subject.send(update)
    }
    withExtendedLifetime(token) {}
  }
}

private func subscribe(sink: Sink) -> Batch {
  let subject = PassthroughSubject<Int, Never>()
  var tokens: [AnyCancellable] = []
  tokens.reserveCapacity(PeerRow.subscriptions)
  return { operations in
    for offset in 0..<operations {
      tokens.append(subject.sink { sink.receive($0 &+ offset) })
    }
  }
}

private func setChanged(observers: Int, sink: Sink) -> Batch {
  let subject = CurrentValueSubject<Int, Never>(-1)
  let tokens = (0..<observers).map { _ in subject.sink { sink.receive($0) } }
  var value = 0
  return { operations in
    for _ in 0..<operations {
      subject.value = value
      value += 1
    }
    withExtendedLifetime(tokens) {}
  }
}

/// The subject itself compares nothing: each subscriber does.
private func setEqual(sink: Sink) -> Batch {
  let subject = CurrentValueSubject<Int, Never>(-1)
  let token = subject.removeDuplicates().sink { sink.receive($0) }
  return { operations in
    for _ in 0..<operations { subject.value = -1 }
    withExtendedLifetime(token) {}
  }
}
