import Dispatch
import Harness
import OpenCombine

/// What `values` has not asked for when it comes is lost, so a buffer stands in front.
func forAwait(burst: Int, sink: Sink) -> Batch {
  let subject = PassthroughSubject<Int, Never>()
  let done = DispatchSemaphore(value: 0)
  let ready = DispatchSemaphore(value: 0)
  // Not marked as Sendable; only the task uses it.
  nonisolated(unsafe) let values = subject.buffer(size: .max, prefetch: .byRequest, whenFull: .dropOldest).values
  Task {
    // It subscribes here.
    var updates = unsafe values.makeAsyncIterator()
    ready.signal()
    while let remaining = await updates.next() {
      sink.receive(remaining)
      if remaining % burst == 0 { done.signal() }
    }
  }
  ready.wait()
  let end = AtEnd { subject.send(completion: .finished) }
  return { operations in
    countDown(from: operations, burst: burst, done: done) { subject.send($0) }
    withExtendedLifetime(end) {}
  }
}
