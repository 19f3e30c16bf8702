public import TidingsCore

extension Publisher {
  /// Prints a line for each event, and delivers updates unchanged.
  ///
  ///     taps.logged(label: "taps")
  ///
  ///     taps: subscribed
  ///     taps: 3
  ///     taps: ended
  ///
  /// The last line of a subscription is `ended`, or `invalidated` if the subscriber or a later operator has cancelled
  /// it. Ends when this publisher ends. In Combine, this is `print`, in Rx `debug`, and in ReactiveSwift `logEvents`.
  ///
  /// - Parameters:
  ///   - label: The beginning of each line.
  ///   - write: Called with each line, on the thread of the event. The default prints.
  @_alwaysEmitIntoClient public func logged(
    label: String, to write: @escaping @Sendable (String) -> Void = { print($0) }
  ) -> Broadcaster<Update> {
    logging(label, write) { "\($0)" }
  }

  @_alwaysEmitIntoClient func logging(
    _ label: String, _ write: @escaping @Sendable (String) -> Void, _ text: @escaping @Sendable (Update) -> String
  ) -> Broadcaster<Update> {
    Broadcaster(self).handleEvents(
      subscribed: { write("\(label): subscribed") }, update: { write("\(label): \(text($0))") },
      ended: { write("\(label): ended") }, invalidated: { write("\(label): invalidated") })
  }
}

extension ValuePublisher {
  /// Returns a value. See ``Publisher/logged(label:to:)``.
  @_alwaysEmitIntoClient public func logged(
    label: String, to write: @escaping @Sendable (String) -> Void = { print($0) }
  ) -> PublishedValue<Update> {
    let value = publishedValue
    return value.delivered(by: Broadcaster(value).logged(label: label, to: write))
  }
}

extension PublishedTask {
  /// Returns a task. See ``Publisher/logged(label:to:)``.
  @_alwaysEmitIntoClient public func logged(
    label: String, to write: @escaping @Sendable (String) -> Void = { print($0) }
  ) -> PublishedTask<Progress, Success, Failure> {
    delivered(by: logging(label, write) { $0.summary })
  }
}

extension TaskUpdate {
  @_alwaysEmitIntoClient var summary: String {
    switch self {
    case .inProgress(let progress): "inProgress(\(progress))"
    case .completed(.success(let success)): "completed(success(\(success)))"
    case .completed(.failure(let failure)): "completed(failure(\(failure)))"
    }
  }
}
