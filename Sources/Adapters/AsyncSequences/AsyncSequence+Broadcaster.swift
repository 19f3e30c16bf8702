public import TidingsCore

extension AsyncSequence where Self: Sendable, Element: Sendable, Failure == Never {
  /// The elements of this sequence, for many subscribers.
  ///
  ///     let ticks = clock.ticks.broadcaster()
  ///     ticks.subscribe { [weak self] in self?.show($0) }.store(in: subscriptions)
  ///
  /// The sequence is iterated from the first subscriber to the last, once for all of them. The iterator is made by the
  /// call that subscribes first; a Swift task in the concurrency pool asks it for its elements. That is cancelled when
  /// the last subscriber has left, and the iterator asked once more, to learn of it. Who subscribes after that makes a
  /// new iterator: what it yields is the sequence's matter; an `AsyncStream` is over by then.
  ///
  /// The next element is asked for when the one before has been delivered to every subscriber that needs no hop, so a
  /// sequence that waits to be asked is not overrun. Ends with the sequence. Updates come in the concurrency pool.
  public func broadcaster() -> Broadcaster<Element> {
    Broadcaster { source in
      iterate {
        source.send($0)
      } completion: { _ in
        source.finish()
      }
    }
  }
}

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// The elements of a sequence that may fail, and its failure, for many subscribers.
  ///
  ///     lines.broadcaster().subscribe { show($0) } failure: { report($0) }.store(in: subscriptions)
  ///
  /// A failure is the last update. Otherwise as the one for sequences that do not fail; ``publishedTask()`` has an end
  /// that succeeds or fails instead.
  public func broadcaster() -> Broadcaster<Result<Element, Failure>> {
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
