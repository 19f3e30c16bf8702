public import TidingsCore

extension PublishedTask {
  /// Continues with another task if this one fails.
  ///
  ///     download(from: mirror).catch { _ in download(from: origin) }
  ///
  ///     task:     a --- failure(busy)|
  ///     other:                       b --- success(1)|
  ///     result:   a ---------------- b --- success(1)|
  ///
  /// Completes with the success of this task, or with the result of the other, whose failure may be of another type.
  /// Both are run once for all subscribers; when the last one leaves, the one that is running is cancelled. Where one
  /// of them goes away without completing the result does the same. Rx users know it as `catchError`, ReactiveSwift
  /// users as `flatMapError`.
  ///
  /// - Parameter handler: Called once in each run, where the task fails.
  public func `catch`<NewFailure: Error>(
    _ handler: @escaping @Sendable (Failure) -> PublishedTask<Progress, Success, NewFailure>
  ) -> PublishedTask<Progress, Success, NewFailure> {
    chained(metering: (), { $1 }, { $1 }) { result in
      switch result {
      case .success(let success): .success(success)
      case .failure(let failure): handler(failure)
      }
    }
  }
}

extension Publisher {
  /// Continues with another publisher after the first failure.
  ///
  ///     feed.catch { failure in archive.feed(without: failure) }
  ///
  ///     source:   1 --- failure(a)
  ///     other:                     7 --- failure(b) --- 8 --|
  ///     result:   1 -------------- 7 --- failure(b) --- 8 --|
  ///
  /// At the failure this publisher is cancelled, and then the other is subscribed to; failures of the other pass. Ends
  /// when the other ends, or without a failure when this publisher ends. Rx users know it as `catchError`,
  /// ReactiveSwift users as `flatMapError`.
  ///
  /// - Parameter handler: Called at most once for each subscriber, on the publishing thread.
  @inlinable
  public func `catch`<Value: Sendable, Failure: Error, NewFailure: Error>(
    _ handler: @escaping @Sendable (Failure) -> some Publisher<Result<Value, NewFailure>>
  ) -> Broadcaster<Result<Value, NewFailure>> where Update == Result<Value, Failure> {
    replacingFailure({ .success($0) }, handler)
  }

  /// Goes on from the first failure with a publisher of plain values, so that only values are left.
  @inlinable
  public func `catch`<Value: Sendable, Failure: Error>(
    _ handler: @escaping @Sendable (Failure) -> some Publisher<Value>
  ) -> Broadcaster<Value> where Update == Result<Value, Failure> {
    replacingFailure({ $0 }, handler)
  }

  /// - Parameter pass: What becomes of a value of this publisher.
  @inlinable
  func replacingFailure<Value: Sendable, Failure: Error, Output: Sendable>(
    _ pass: @escaping @Sendable (Value) -> Output,
    _ handler: @escaping @Sendable (Failure) -> some Publisher<Output>
  ) -> Broadcaster<Output> where Update == Result<Value, Failure> {
    Broadcaster(
      MultiInputOperator<CatchInput<Update, Output>, Output>(
        // From inside the rule: then it knows the subscription that it gives up before the first failure can come.
        from: { inputs in inputs.put(.start) }, remembering: Upstreams.Key?.none
      ) { [upstream = Broadcaster(self)] source, input, output, inputs in
        switch input {
        case .start:
          source = inputs.connect(upstream, ended: .sourceEnded) { .source($0) }
        case .source(.success(let value)):
          if source != nil { output(pass(value)) }
        case .source(.failure(let failure)):
          guard let failed = source else { return }
          source = nil
          inputs.disconnect(failed)
          inputs.connectNext(handler(failure), ended: .otherEnded) { .other($0) }
        case .sourceEnded:
          if source != nil { output.end() }
        case .other(let update):
          output(update)
        case .otherEnded:
          output.end()
        }
      })
  }
}

@usableFromInline
enum CatchInput<Source: Sendable, Other: Sendable>: Sendable {
  case start
  case source(Source)
  case sourceEnded
  case other(Other)
  case otherEnded
}

extension Publisher {
  /// Delivers updates up to the first failure, and then ends.
  ///
  ///     source:  1 --- 2 --- failure --- 3 --|
  ///     result:  1 --- 2 --- failure|
  ///
  /// Ends right after the failure, or before, when this publisher ends; then nothing of it is subscribed any more. In
  /// Combine and Rx every failure is an end; here only where this says so.
  @inlinable
  public func stopsAtFailure<Value: Sendable, Failure: Error>() -> Broadcaster<Update>
  where Update == Result<Value, Failure> {
    through(remembering: false) { isOver, update, emit, end in
      guard !isOver else { return }
      emit(update)
      guard case .failure = update else { return }
      isOver = true
      end()
    }
  }
}
