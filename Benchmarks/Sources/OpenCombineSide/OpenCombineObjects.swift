import Harness
import OpenCombine

func objects(_ object: PeerObject) -> Preparation? {
  switch object {
  case .source: keeping { _ in PassthroughSubject<Int, Never>() }
  case .property: keeping { CurrentValueSubject<Int, Never>($0) }
  case .taskSource: keeping { _ in Future<Int, any Error> { keepPromise($0) } }
  case .task: keeping { result in Deferred { Future<Int, any Error> { $0(.success(result)) } } }
  case .map: { sink in keepMaps(of: PassthroughSubject(), sink: sink) }
  case .subscriptionThroughMap: subscribeThroughMap
  case .bag: keeping { _ in Set<AnyCancellable>() }
  case .subscriptionInBag: subscribeInSet
  }
}

/// What drives a future is a closure that holds it; this is where it would be kept.
@inline(never)
private func keepPromise(_ promise: @escaping Future<Int, any Error>.Promise) {}

private func keepMaps(of subject: PassthroughSubject<Int, Never>, sink: Sink) -> Batch {
  keeping { offset in subject.map { $0 &+ offset } }(sink)
}

private func subscribeThroughMap(sink: Sink) -> Batch {
  let subject = PassthroughSubject<Int, Never>()
  var tokens: [AnyCancellable] = []
  tokens.reserveCapacity(PeerRow.subscriptions)
  return { operations in
    for offset in 0..<operations {
      tokens.append(subject.map { $0 &+ offset }.sink { sink.receive($0 &+ offset) })
    }
    subject.send(0)
  }
}

private func subscribeInSet(sink: Sink) -> Batch {
  let subject = PassthroughSubject<Int, Never>()
  var tokens: Set<AnyCancellable> = []
  return { operations in
    for offset in 0..<operations {
      subject.sink { sink.receive($0 &+ offset) }.store(in: &tokens)
    }
    subject.send(0)
  }
}
