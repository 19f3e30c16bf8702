public import TidingsCore

extension PublishedTask {
  /// How far the task has come, as an asynchronous sequence that throws its failure.
  ///
  ///     let download = session.publishedTask(downloading: request, to: file)
  ///     for try await progress in download.progress { bar.fraction = progress.fraction }
  ///     let file = try await download.value
  ///
  /// As ``progress(buffering:dropped:)`` without a bound.
  @inlinable
  public var progress: ProgressSequence<Progress, Success, Failure> {
    progress(buffering: .unbounded)
  }

  /// How far the task has come, as an asynchronous sequence that throws its failure.
  ///
  /// It subscribes, and so starts the task, here and now. After the last progress it ends when the task has succeeded, and
  /// throws when it has failed; a failure is never dropped. Where `Failure` is `Never`, no `try` is needed. It waits,
  /// buffers and ends as ``Publisher/values(buffering:dropped:)`` does. So when the Swift task of the loop is cancelled
  /// it ends without an error, and cancels this task, if nobody else listens: ask `Task.isCancelled` after the loop.
  ///
  /// - Parameters:
  ///   - buffering: What becomes of progress that the loop has not yet got to; `.newest(1)` for a progress bar.
  ///   - dropped: Called with each progress that found no room, by the thread that reports; for counting.
  @inlinable
  public func progress(
    buffering: Buffering, dropped: (@Sendable (Progress) -> Void)? = nil
  ) -> ProgressSequence<Progress, Success, Failure> {
    var droppedUpdate: (@Sendable (Update) -> Void)?
    if let dropped {
      droppedUpdate = { update in if case .inProgress(let progress) = update { dropped(progress) } }
    }
    return ProgressSequence(updates: values(buffering: buffering, dropped: droppedUpdate))
  }
}

/// The progress of a task, as an asynchronous sequence; see ``PublishedTask/progress(buffering:dropped:)``.
///
/// Its iterators share one subscription, as those of ``UpdateSequence`` do. The failure goes to the one that asks first.
@frozen
public struct ProgressSequence<Progress: Sendable, Success: Sendable, Failure: Error>: AsyncSequence, Sendable {
  public typealias Element = Progress

  @usableFromInline let updates: UpdateSequence<TaskUpdate<Progress, Success, Failure>>

  @inlinable
  init(updates: UpdateSequence<TaskUpdate<Progress, Success, Failure>>) {
    self.updates = updates
  }

  public func makeAsyncIterator() -> Iterator {
    Iterator(updates.makeAsyncIterator())
  }

  /// Takes one report after the other.
  public struct Iterator: AsyncIteratorProtocol {
    @usableFromInline var updates: UpdateSequence<TaskUpdate<Progress, Success, Failure>>.Iterator

    init(_ updates: UpdateSequence<TaskUpdate<Progress, Success, Failure>>.Iterator) {
      self.updates = updates
    }

    /// The next report; nil when the task has succeeded, and when the Swift task is cancelled.
    public mutating func next() async throws(Failure) -> Progress? {
      try await next(isolation: nil)
    }

    /// The next report; nil when the task has succeeded, and when the Swift task is cancelled.
    @inlinable
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
