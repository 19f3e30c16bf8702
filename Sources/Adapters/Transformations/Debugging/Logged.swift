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
  @_alwaysEmitIntoClient
  public func logged(
    label: String, to write: @escaping @Sendable (String) -> Void = { print($0) }
  ) -> Broadcaster<Update> {
    let log = Log(label: label, write: write)
    return handleEvents(
      subscribed: log.subscribed, update: { log.update($0) }, ended: log.ended, invalidated: log.invalidated)
  }
}

extension ValuePublisher {
  /// Returns a value. See ``Publisher/logged(label:to:)``.
  @_alwaysEmitIntoClient
  public func logged(
    label: String, to write: @escaping @Sendable (String) -> Void = { print($0) }
  ) -> PublishedValue<Update> {
    let log = Log(label: label, write: write)
    return handleEvents(
      subscribed: log.subscribed, update: { log.update($0) }, ended: log.ended, invalidated: log.invalidated)
  }
}

extension PublishedTask {
  /// Returns a task. See ``Publisher/logged(label:to:)``.
  @_alwaysEmitIntoClient
  public func logged(
    label: String, to write: @escaping @Sendable (String) -> Void = { print($0) }
  ) -> PublishedTask<Progress, Success, Failure> {
    let log = Log(label: label, write: write)
    return handleEvents(
      subscribed: log.subscribed, update: { log.update($0.summary) }, ended: log.ended, invalidated: log.invalidated)
  }
}

extension TaskUpdate {
  /// A description without the names of types.
  @_alwaysEmitIntoClient
  var summary: String {
    switch self {
    case .inProgress(let progress): "inProgress(\(progress))"
    case .completed(.success(let success)): "completed(success(\(success)))"
    case .completed(.failure(let failure)): "completed(failure(\(failure)))"
    }
  }
}

@usableFromInline
struct Log: Sendable {
  @usableFromInline let label: String
  @usableFromInline let write: @Sendable (String) -> Void

  @usableFromInline
  init(label: String, write: @escaping @Sendable (String) -> Void) {
    self.label = label
    self.write = write
  }

  @_alwaysEmitIntoClient
  @Sendable func subscribed() { write("\(label): subscribed") }
  @_alwaysEmitIntoClient
  @Sendable func update(_ update: some Sendable) { write("\(label): \(update)") }
  @_alwaysEmitIntoClient
  @Sendable func ended() { write("\(label): ended") }
  @_alwaysEmitIntoClient
  @Sendable func invalidated() { write("\(label): invalidated") }
}
