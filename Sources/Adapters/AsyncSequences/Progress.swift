public import TidingsCore

extension PublishedTask {
  /// The progress of the task, as an asynchronous sequence that throws its failure.
  ///
  ///     let download = session.publishedTask(downloading: request, to: file)
  ///     for try await progress in download.progress { bar.fraction = progress.fraction }
  ///     let file = try await download.value
  ///
  /// See ``progress(buffering:dropped:)``. The buffer has no limit.
  public var progress: ProgressSequence<Progress, Success, Failure> {
    progress(buffering: .unbounded)
  }

  /// Returns the progress of the task, as an asynchronous sequence that throws its failure.
  ///
  /// This subscribes immediately, which starts the task. After the last progress, the sequence ends if the task has
  /// succeeded, and throws if it has failed. A failure is never dropped. If `Failure` is `Never`, no `try` is needed.
  ///
  /// When the Swift task of the loop is cancelled, the sequence ends without an error, and this task is cancelled if it has
  /// no other subscribers. Check `Task.isCancelled` after the loop. Otherwise, the sequence behaves as
  /// ``Publisher/values(buffering:dropped:)``.
  ///
  /// - Parameters:
  ///   - buffering: The limit for progress that the loop has not yet received, such as `.newest(1)` for a progress bar.
  ///   - dropped: Called with each dropped progress, on the reporting thread, for example to count them.
  public func progress(
    buffering: Buffering, dropped: (@Sendable (Progress) -> Void)? = nil
  ) -> ProgressSequence<Progress, Success, Failure> {
    ProgressSequence(
      updates: values(buffering: buffering) { update in
        if case .inProgress(let progress) = update { dropped?(progress) }
      })
  }
}

/// The progress of a task, as an asynchronous sequence. See ``PublishedTask/progress(buffering:dropped:)``.
///
/// All iterators share one subscription, as those of ``UpdateSequence``. One of them throws the failure.
public struct ProgressSequence<Progress: Sendable, Success: Sendable, Failure: Error>: AsyncSequence, Sendable {
  public typealias Element = Progress

  fileprivate let updates: UpdateSequence<TaskUpdate<Progress, Success, Failure>>

  public func makeAsyncIterator() -> Iterator {
    Iterator(updates: updates.makeAsyncIterator())
  }

  /// An iterator that returns one progress after the other.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var updates: UpdateSequence<TaskUpdate<Progress, Success, Failure>>.Iterator

    /// Returns the next progress, or nil when the task has succeeded or the Swift task is cancelled.
    public mutating func next() async throws(Failure) -> Progress? {
      try await next(isolation: nil)
    }

    /// Returns the next progress, or nil when the task has succeeded or the Swift task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Progress? {
      switch await updates.next(isolation: actor) {
      case .inProgress(let progress): return progress
      case .completed(.failure(let failure)): throw failure
      case .completed(.success), nil: return nil
      }
    }
  }
}

@available(*, unavailable)
extension ProgressSequence.Iterator: Sendable {}
