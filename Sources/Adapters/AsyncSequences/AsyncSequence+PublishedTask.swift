public import TidingsCore

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Returns a task that iterates this sequence. Its progress are the elements.
  ///
  ///     let upload = chunks.publishedTask()
  ///     upload.subscribe { bar.count = $0 } success: { done() } failure: { report($0) }.store(in: subscriptions)
  ///
  /// The first subscriber makes an iterator and starts the iteration. It is cancelled when the last subscriber unsubscribes
  /// before the end. The next subscriber starts a new iterator. The next element is requested after the previous one has
  /// been delivered, as for `broadcaster()`. Updates are delivered in the concurrency pool.
  ///
  /// - Returns: A task that succeeds at the end of the sequence, and fails with its failure.
  public func publishedTask() -> PublishedTask<Element, Void, Failure> {
    PublishedTask(start: { run in
      iterate {
        run.report($0)
      } completion: {
        run.complete($0)
      }
    })
  }
}
