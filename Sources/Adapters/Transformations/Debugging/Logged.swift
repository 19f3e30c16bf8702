public import TidingsCore

extension Publisher {
  /// Prints a line for each event, and changes nothing.
  ///
  ///     taps.logged(label: "taps")
  ///
  ///     taps: subscribed
  ///     taps: 3
  ///     taps: ended
  ///
  /// The last line of a subscription says `ended` when this publisher has ended, and `invalidated` when the subscriber, or
  /// an operator further down such as ``prefix(_:)``, has given it up: Combine's "receive cancel". Ends when this
  /// publisher ends. Combine users know it as `print`, Rx users as `debug`, ReactiveSwift users as `logEvents`.
  ///
  /// - Parameters:
  ///   - label: What each line begins with.
  ///   - write: Takes a line, without an end of line; called where things happen. By default it prints.
  public func logged(
    label: String, to write: @escaping @Sendable (String) -> Void = { print($0) }
  ) -> Broadcaster<Update> {
    let log = Log(label: label, write: write)
    return handleEvents(
      subscribed: log.subscribed, update: { log.update($0) }, ended: log.ended, invalidated: log.invalidated)
  }
}

extension ValuePublisher {
  /// As ``Publisher/logged(label:to:)``; the result is a value.
  public func logged(
    label: String, to write: @escaping @Sendable (String) -> Void = { print($0) }
  ) -> PublishedValue<Update> {
    let log = Log(label: label, write: write)
    return handleEvents(
      subscribed: log.subscribed, update: { log.update($0) }, ended: log.ended, invalidated: log.invalidated)
  }
}

extension PublishedTask {
  /// As ``Publisher/logged(label:to:)``; the result is a task.
  public func logged(
    label: String, to write: @escaping @Sendable (String) -> Void = { print($0) }
  ) -> PublishedTask<Progress, Success, Failure> {
    let log = Log(label: label, write: write)
    return handleEvents(
      subscribed: log.subscribed, update: { log.update($0.summary) }, ended: log.ended, invalidated: log.invalidated)
  }
}

extension TaskUpdate {
  /// Without the names of types that a result has in the description of what contains it.
  fileprivate var summary: String {
    switch self {
    case .inProgress(let progress): "inProgress(\(progress))"
    case .completed(.success(let success)): "completed(success(\(success)))"
    case .completed(.failure(let failure)): "completed(failure(\(failure)))"
    }
  }
}

private struct Log: Sendable {
  let label: String
  let write: @Sendable (String) -> Void

  @Sendable func subscribed() { write("\(label): subscribed") }
  @Sendable func update(_ update: some Sendable) { write("\(label): \(update)") }
  @Sendable func ended() { write("\(label): ended") }
  @Sendable func invalidated() { write("\(label): invalidated") }
}
