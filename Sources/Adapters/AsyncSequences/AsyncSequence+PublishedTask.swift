public import TidingsCore

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// The way through this sequence as a task: its elements are the progress, its end the completion.
  ///
  ///     let upload = chunks.publishedTask()
  ///     upload.subscribe { bar.count = $0 } success: { done() } failure: { report($0) }.store(in: subscriptions)
  ///
  /// The first subscriber makes an iterator and starts it; when the last has left before the end, the Swift task that
  /// iterates is cancelled, and the next subscriber starts a new iterator. The next element is asked for when the one
  /// before has been delivered, as for `broadcaster()`. Updates come in the concurrency pool.
  ///
  /// - Returns: Succeeds at the end of the sequence, and fails with its failure.
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
