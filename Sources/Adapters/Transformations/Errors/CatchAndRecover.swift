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
  /// The handler is called once in each run, on the thread of the failure. The result completes with the success of this task, or
  /// with the result of the other, whose failure can have another type. In Rx, this is `catchError`, and in ReactiveSwift
  /// `flatMapError`.
  @_alwaysEmitIntoClient public func `catch`<NewFailure: Error>(
    _ handler: @escaping @Sendable (Failure) -> PublishedTask<Progress, Success, NewFailure>
  ) -> PublishedTask<Progress, Success, NewFailure> {
    chained(metering: (), { $1 }, { $1 }) { result in
      switch result {
      case .success(let success): .success(success)
      case .failure(let failure): handler(failure)
      }
    }
  }

  /// Replaces a failure by a success, so that the task cannot fail.
  ///
  ///     task:                 10% --- failure(offline)|
  ///     recover { cached }:   10% --- success(cached)|
  ///
  /// Ends when this task ends. The closure is called as by ``PublishedTask/map(_:)``. To start another task after a failure, use
  /// ``catch(_:)``.
  @_alwaysEmitIntoClient public func recover(
    _ transform: @escaping @Sendable (Failure) -> Success
  ) -> PublishedTask<Progress, Success, Never> {
    mapResult { result in
      switch result {
      case .success(let success): .success(success)
      case .failure(let failure): .success(transform(failure))
      }
    }
  }

  /// Replaces a failure with a value, so that the task cannot fail.
  @_alwaysEmitIntoClient public func replaceError(with success: Success) -> PublishedTask<Progress, Success, Never> {
    recover { _ in success }
  }

  /// Erases the type of the failure, so that tasks with different types of failures can be combined.
  @_alwaysEmitIntoClient public func eraseFailure() -> PublishedTask<Progress, Success, any Error> {
    mapResult { result in result.mapError { $0 } }
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
  /// With the first failure, the subscription to this publisher is cancelled, and then the other publisher is subscribed to. Its
  /// failures are delivered. Ends with the other publisher or, without a failure, with this one. In Rx, this is `catchError`, and
  /// in ReactiveSwift `flatMapError`.
  @_alwaysEmitIntoClient public func `catch`<Value: Sendable, Failure: Error, NewFailure: Error>(
    _ handler: @escaping @Sendable (Failure) -> some Publisher<Result<Value, NewFailure>>
  ) -> Broadcaster<Result<Value, NewFailure>> where Update == Result<Value, Failure> {
    replacingFailure({ .success($0) }, handler)
  }

  /// Continues with a publisher of values after the first failure, so that the result has only values.
  @_alwaysEmitIntoClient public func `catch`<Value: Sendable, Failure: Error>(
    _ handler: @escaping @Sendable (Failure) -> some Publisher<Value>
  ) -> Broadcaster<Value> where Update == Result<Value, Failure> {
    replacingFailure({ $0 }, handler)
  }

  @_alwaysEmitIntoClient func replacingFailure<Value: Sendable, Failure: Error, Output: Sendable>(
    _ pass: @escaping @Sendable (Value) -> Output,
    _ handler: @escaping @Sendable (Failure) -> some Publisher<Output>
  ) -> Broadcaster<Output> where Update == Result<Value, Failure> {
    Broadcaster(remembering: ()) { [upstream = Broadcaster(self)] inputs, output in
      inputs.follow(upstream) { _, result in
        switch result {
        case .success(let value):
          output(pass(value))
        case .failure(let failure):
          inputs.unfollow()
          inputs.afterEnd { _ in inputs.connect(handler(failure), to: output) { _ in output.end() } }
        }
      } ended: { _ in
        output.end()
      }
    }
  }

  /// Delivers updates up to the first failure, and then ends.
  ///
  ///     source:  1 --- 2 --- failure --- 3 --|
  ///     result:  1 --- 2 --- failure|
  ///
  /// Ends immediately after the failure, or when this publisher ends.
  @_alwaysEmitIntoClient public func stopsAtFailure<Value: Sendable, Failure: Error>() -> Broadcaster<Update>
  where Update == Result<Value, Failure> {
    prefix(while: { (try? $0.get()) != nil }, inclusive: true)
  }
}
