public import TidingsCore

/// Your own publisher, and the closures that drive it.
///
/// See ``expectPublisherContracts(replaysLatest:except:concurrently:fileID:filePath:line:column:_:)``.
///
/// When `send` or `end` returns, the updates must have been delivered, unless another thread is delivering. If the
/// publisher depends on time or a queue, advance the time or wait for the queue in `send` and `end`.
public struct PublisherUnderTest: Sendable {
  let subject: PublisherSubject

  /// A publisher of numbers.
  ///
  /// - Parameters:
  ///   - publisher: The publisher under test.
  ///   - send: Makes the publisher deliver this number to its subscribers, as one update. Called on any thread.
  ///   - end: Ends the publisher. Nil if it never ends.
  public init(
    _ publisher: some Publisher<Int>, send: @escaping @Sendable (Int) -> Void, end: (@Sendable () -> Void)? = nil
  ) {
    self.init(publisher, number: { $0 }, send: send, end: end)
  }

  /// A publisher of other updates, which are identified by numbers.
  ///
  /// - Parameters:
  ///   - publisher: The publisher under test.
  ///   - number: The number of an update, as it was given to `send`.
  ///   - send: Makes the publisher deliver the update of this number to its subscribers.
  ///   - end: Ends the publisher. Nil if it never ends.
  public init<Source: Publisher>(
    _ publisher: Source, number: @escaping @Sendable (Source.Update) -> Int,
    send: @escaping @Sendable (Int) -> Void, end: (@Sendable () -> Void)? = nil
  ) {
    subject = PublisherSubject(publisher, number: number, send: send, end: end)
  }
}
