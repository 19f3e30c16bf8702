/// Gives up many subscriptions as one step, so that none of them makes another one begin its work.
///
/// The end of one subscription can be the turn of the next: a downloader starts the download that waited for a place,
/// `concatMap` the publisher that waited for the one before. A thread that gives up many would start work only to give
/// it up a moment later, after its request has gone out. So that work is postponed until the outermost teardown of the
/// thread is over.
@usableFromInline
package final class Teardown: Sendable {
  @TaskLocal private static var current: Teardown?

  /// The work that begins when everything has been given up; nil when that has happened.
  private let postponed = Locked<FIFO<@Sendable () -> Void>?>(FIFO())

  private init() {}

  /// Whether the calling thread is giving up many subscriptions.
  package static var isUnderWay: Bool {
    current?.isUnderWay ?? false
  }

  /// Runs the body, which gives up subscriptions, then everything that has been postponed meanwhile, in order.
  package static func perform(_ body: () -> Void) {
    guard !isUnderWay else { return body() }
    let teardown = Teardown()
    $current.withValue(teardown, operation: body)
    teardown.finish()
  }

  /// Runs the action: now, or when the thread has given up everything that it is giving up.
  @usableFromInline
  package static func afterwards(_ action: @escaping @Sendable () -> Void) {
    guard let current, current.postpone(action) else { return action() }
  }

  /// Begins what has been postponed, and postpones nothing more: the thread is about to wait, maybe for that very work.
  package static func finishEarly() {
    current?.finish()
  }

  private var isUnderWay: Bool {
    postponed.withLock { $0 != nil }
  }

  /// Returns false when the teardown is over. A task that was created during it still sees it then.
  private func postpone(_ action: @escaping @Sendable () -> Void) -> Bool {
    postponed.withLock { postponed in
      postponed?.append(action)
      return postponed != nil
    }
  }

  private func finish() {
    while let action = next() { action() }
  }

  private func next() -> (@Sendable () -> Void)? {
    postponed.withLock { postponed in
      guard let action = postponed?.popFirst() else {
        postponed = nil
        return nil
      }
      return action
    }
  }
}
