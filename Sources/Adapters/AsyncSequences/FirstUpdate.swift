public import TidingsCore

extension Publisher {
  /// Waits for a single update: the current one of a value, the next one of a broadcaster.
  ///
  ///     guard let answer = await dialog.answers.first() else { return }
  ///
  /// It subscribes before it waits, and gives the subscription up with the update. Called in the same actor's code as
  /// what publishes, nothing can come in between. Of a task it is the first progress, or else the result; see
  /// ``PublishedTask/result``.
  ///
  /// - Returns: Nil when the publisher has ended without an update, and when the Swift task is cancelled; the
  ///   subscription has been given up then, too.
  public nonisolated(nonsending) func first() async -> Update? {
    var iterator = prefix(1).values.makeAsyncIterator()
    return await iterator.next(isolation: #isolation)
  }
}
