import Dispatch
import Harness
import OpenCombine
import OpenCombineDispatch

func scan(sink: Sink) -> Batch {
  let subject = PassthroughSubject<Int, Never>()
  let token = subject.scan(0) { $0 &+ $1 }.sink { sink.receive($0) }
  return { operations in
    for update in 0..<operations { subject.send(update) }
    withExtendedLifetime(token) {}
  }
}

func removeDuplicates(sink: Sink) -> Batch {
  let subject = PassthroughSubject<Int, Never>()
  let token = subject.removeDuplicates().sink { sink.receive($0) }
  var update = 0
  return { operations in
    for _ in 0..<operations {
      subject.send(update)
      update += 1
    }
    withExtendedLifetime(token) {}
  }
}

func zip(sink: Sink) -> Batch {
  let first = PassthroughSubject<Int, Never>()
  let second = PassthroughSubject<Int, Never>()
  let token = first.zip(second).sink { sink.receive($0 &+ $1) }
  return { operations in
    for update in 0..<operations {
      first.send(update)
      second.send(update)
    }
    withExtendedLifetime(token) {}
  }
}

func switchLatest(sink: Sink) -> Batch {
  let outer = PassthroughSubject<Int, Never>()
  let inner = [PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>()]
  let token = outer.map { inner[$0] }.switchToLatest().sink { sink.receive($0) }
  return { operations in
    for update in 0..<operations { outer.send(update & 1) }
    withExtendedLifetime(token) {}
  }
}

func share(by subscribers: Int, sink: Sink) -> Batch {
  let subject = PassthroughSubject<Int, Never>()
  let shared = subject.map { $0 &+ 1 }.share()
  let tokens = (0..<subscribers).map { offset in
    shared.sink { sink.receive($0 &+ offset) }
  }
  return { operations in
    for update in 0..<operations { subject.send(update) }
    withExtendedLifetime(tokens) {}
  }
}

func receiveOnQueue(burst: Int, sink: Sink) -> Batch {
  let subject = PassthroughSubject<Int, Never>()
  let done = DispatchSemaphore(value: 0)
  let queue = DispatchQueue(label: "OpenCombine")
  let token = subject.receive(on: queue.ocombine).sink { remaining in
    sink.receive(remaining)
    if remaining % burst == 0 { done.signal() }
  }
  return { operations in
    for remaining in (0..<operations).reversed() {
      subject.send(remaining)
      if remaining % burst == 0 { done.wait() }
    }
    withExtendedLifetime(token) {}
  }
}

func debounce(for quiet: Duration, sink: Sink, passed: @escaping @Sendable () -> Void) -> Batch {
  let subject = PassthroughSubject<Int, Never>()
  let queue = DispatchQueue(label: "OpenCombine")
  let token = subject.map { update in
    sink.receive(update)
    return update
  }.debounce(for: .nanoseconds(quiet.nanoseconds), scheduler: queue.ocombine).sink { _ in passed() }
  return { operations in
    for update in 0..<operations { subject.send(update) }
    // Cancelled timers go on the queue; the next library's turn is not for that.
    queue.sync {}
    withExtendedLifetime(token) {}
  }
}
