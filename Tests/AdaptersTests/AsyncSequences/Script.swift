import TestSupport
import Testing
import TidingsCore

/// A sequence that records the requests for its elements, and then fails or ends.
struct Script<Failure: Error>: AsyncSequence, Sendable {
  let log: History<String>
  var elements = [1, 2, 3]
  var failure: Failure?

  init(_ elements: [Int] = [1, 2, 3], failure: Failure? = nil, log: History<String> = History()) {
    self.elements = elements
    self.failure = failure
    self.log = log
  }

  func makeAsyncIterator() -> Iterator {
    log.record("iterator")
    return Iterator(script: self, rest: elements[...])
  }

  struct Iterator: AsyncIteratorProtocol {
    let script: Script
    var rest: ArraySlice<Int>

    mutating func next() async throws(Failure) -> Int? {
      try await next(isolation: nil)
    }

    mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Int? {
      script.log.record("asked")
      if let next = rest.popFirst() { return next }
      if let failure = script.failure { throw failure }
      return nil
    }
  }
}

/// Counts forever, and ignores its cancellation.
struct Stubborn: AsyncSequence, AsyncIteratorProtocol, Sendable {
  var count = 0

  mutating func next() async -> Int? {
    await next(isolation: nil)
  }

  mutating func next(isolation actor: isolated (any Actor)?) async -> Int? {
    count += 1
    // Jobs that never end would block a pool of two threads.
    await Task.yield()
    return count
  }

  func makeAsyncIterator() -> Stubborn { self }
}

extension History where Event == String {
  /// Waits for the end, and returns all events.
  func untilEnd() async -> [String] {
    await onThreads { [self] _ in wait(for: "end") }
    return events
  }
}
