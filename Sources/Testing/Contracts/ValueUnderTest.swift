public import TidingsCore

/// Your own value, and the closures that drive it.
///
/// See ``expectValueContracts(except:concurrently:fileID:filePath:line:column:_:)``.
///
/// Its first value is any number below one: the contracts set numbers from one on.
public struct ValueUnderTest: Sendable {
  let subject: PublisherSubject

  /// A publisher of numbers that has a current value.
  ///
  /// - Parameters:
  ///   - publisher: The publisher under test.
  ///   - value: Reads the current value.
  ///   - set: Sets the value. Called on any thread.
  ///   - end: Ends the publisher. Nil if it never ends.
  public init(
    _ publisher: some Publisher<Int>, value: @escaping @Sendable () -> Int, set: @escaping @Sendable (Int) -> Void,
    end: (@Sendable () -> Void)? = nil
  ) {
    subject = PublisherSubject(
      publisher, number: { $0 }, send: set, end: end, memory: .value(value()), value: value)
  }

  /// A value publisher of numbers.
  ///
  /// - Parameters:
  ///   - publisher: The publisher under test.
  ///   - set: Sets the value. Called on any thread.
  ///   - end: Ends the publisher. Nil if it never ends.
  public init(
    _ publisher: some ValuePublisher<Int>, set: @escaping @Sendable (Int) -> Void, end: (@Sendable () -> Void)? = nil
  ) {
    self.init(publisher, value: { publisher.value }, set: set, end: end)
  }
}
