public import TidingsCore

extension AsyncSequence where Self: Sendable, Element: Sendable, Failure == Never {
  /// Returns the elements of this sequence, shared by all subscribers.
  ///
  ///     let ticks = clock.ticks.broadcaster()
  ///     ticks.subscribe { [weak self] in self?.show($0) }.store(in: subscriptions)
  ///
  /// The first subscriber makes an iterator. A Swift task in the concurrency pool requests the elements and delivers them, each
  /// after the previous one was delivered to every subscriber without a hop. Ends with the sequence. When the last subscriber has
  /// unsubscribed, the Swift task is cancelled. Unless `next()` is in progress, it is called once more, because many sequences
  /// check for a cancellation only there. Its element is dropped. Before the end, the next subscriber makes a new iterator. Its
  /// elements depend on the sequence: an `AsyncStream` has ended.
  @_alwaysEmitIntoClient public func broadcaster() -> Broadcaster<Element> {
    let results: Broadcaster<Result<Element, Never>> = broadcaster()
    return results.map { $0.get() }
  }
}

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Returns the elements and the failure of this sequence, shared by all subscribers.
  ///
  ///     lines.broadcaster().subscribe { show($0) } failure: { report($0) }.store(in: subscriptions)
  ///
  /// A failure is the last update. Otherwise, it is like `broadcaster()` of a sequence that cannot fail. To receive the end as a
  /// success or a failure, use ``publishedTask()``.
  @_alwaysEmitIntoClient public func broadcaster() -> Broadcaster<Result<Element, Failure>> {
    Broadcaster { source in
      iterate {
        source.send(.success($0))
      } completion: { result in
        if case .failure(let failure) = result { source.send(.failure(failure)) }
        source.finish()
      }
    }
  }
}
