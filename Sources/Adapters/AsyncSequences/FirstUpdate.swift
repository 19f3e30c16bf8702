public import TidingsCore

extension Publisher {
  /// Waits for a single update: the current one of a value, or the next one of a broadcaster.
  ///
  ///     guard let answer = await dialog.answers.first() else { return }
  ///
  /// The subscription is made before the wait and ends with the update. If the caller and the publishing code run on the
  /// same actor, no update is missed between the call and the subscription. For a task, this is the first progress, or the
  /// result if there is no progress; see ``PublishedTask/result``.
  ///
  /// - Returns: The update, or nil if the publisher ends without one or the Swift task is cancelled. The subscription has
  ///   ended in all cases.
  public nonisolated(nonsending) func first() async -> Update? {
    var iterator = prefix(1).values.makeAsyncIterator()
    return await iterator.next(isolation: #isolation)
  }
}
