package import Harness
import OpenCombine

/// OpenCombine where every map stands behind an `AnyPublisher`, as when each was added by another function. Maps that
/// follow each other directly are one: OpenCombine composes their closures.
package let erasedOpenCombine = Peer("OpenCombine, erased") { _ in
  nil
} chain: { depth in
  { sendThroughErasedMaps(depth, sink: $0) }
}

func sendThroughMaps(_ depth: Int, sink: Sink) -> Batch {
  let subject = PassthroughSubject<Int, Never>()
  var chain = subject.map { $0 &+ 1 }
  for _ in 1..<depth { chain = chain.map { $0 &+ 1 } }
  return send(through: chain, to: subject, depth: depth, sink: sink)
}

private func sendThroughErasedMaps(_ depth: Int, sink: Sink) -> Batch {
  let subject = PassthroughSubject<Int, Never>()
  var chain = subject.eraseToAnyPublisher()
  for _ in 0..<depth { chain = chain.map { $0 &+ 1 }.eraseToAnyPublisher() }
  return send(through: chain, to: subject, depth: depth, sink: sink)
}

private func send(
  through chain: some Publisher<Int, Never>, to subject: PassthroughSubject<Int, Never>, depth: Int, sink: Sink
) -> Batch {
  let token = chain.sink { sink.receive($0) }
  return { operations in
    for update in 0..<operations { subject.send(update) }
    sink.expectLast(operations - 1 + depth)
    withExtendedLifetime(token) {}
  }
}
