public import TidingsCore

extension Marbles {
  /// Records the deliveries to one subscriber.
  ///
  /// - Parameters:
  ///   - publisher: Subscribed to immediately, or as drawn.
  ///   - diagram: The times of the subscription, `^`, and of its end, `!`.
  public func record<Update>(
    _ publisher: some Publisher<Update>, subscribed diagram: String = "^", fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> MarbleRecording<Update> {
    MarbleRecording(
      publisher, subscribed: readSubscription(diagram, at: CallSite(fileID, filePath, line, column)), marbles: self)
  }

  /// Subscribes, advances the time to the end, and compares the deliveries with a diagram.
  ///
  /// - Parameters:
  ///   - publisher: Subscribed to immediately, or as drawn.
  ///   - diagram: The expected deliveries. Column zero is the current time.
  ///   - subscription: The times of the subscription, `^`, and of its end, `!`. Draw `!` if the publisher delivers more updates
  ///     after the diagram.
  ///   - values: The values of the letters. A letter without a value is its own value, if updates are strings.
  // Disfavored, because results and updates of tasks are equatable, too.
  @_disfavoredOverload public func expect<Update: Equatable>(
    _ publisher: some Publisher<Update>, _ diagram: String, subscribed subscription: String = "^",
    values: [Character: Update] = [:], fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID, filePath, line, column)
    recordAll(publisher, diagram, subscription, at: site)
      .expect(diagram, values: values, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Compares results with a diagram: a letter is a success, and `#` any failure.
  ///
  /// - Parameters:
  ///   - publisher: Subscribed to immediately, or as drawn.
  ///   - diagram: The expected deliveries. Column zero is the current time.
  ///   - subscription: The times of the subscription, `^`, and of its end, `!`.
  ///   - values: The values of the letters. A letter without a value is its own value, if successes are strings.
  public func expect<Value: Sendable & Equatable, Failure: Error>(
    _ publisher: some Publisher<Result<Value, Failure>>, _ diagram: String, subscribed subscription: String = "^",
    values: [Character: Value] = [:], fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID, filePath, line, column)
    recordAll(publisher, diagram, subscription, at: site)
      .expect(diagram, values: values, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Compares a task with a diagram. See ``task(_:fileID:filePath:line:column:)``.
  ///
  /// - Parameters:
  ///   - task: Subscribed to immediately, or as drawn.
  ///   - diagram: The expected deliveries. Column zero is the current time.
  ///   - subscription: The times of the subscription, `^`, and of its end, `!`.
  public func expect<Failure: Error>(
    _ task: some Publisher<TaskUpdate<String, String, Failure>>, _ diagram: String,
    subscribed subscription: String = "^",
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID, filePath, line, column)
    recordAll(task, diagram, subscription, at: site)
      .expect(diagram, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  private func recordAll<Update>(
    _ publisher: some Publisher<Update>, _ diagram: String, _ subscription: String, at site: CallSite
  ) -> MarbleRecording<Update> {
    makeTime(forColumns: diagram.count)
    let recording = MarbleRecording(publisher, subscribed: readSubscription(subscription, at: site), marbles: self)
    run()
    return recording
  }
}

extension Marbles {
  /// Compares the subscriptions to a stub with diagrams, one for each, in their order.
  ///
  ///     marbles.expect(taps.subscriptions, "^--!", "--^----|")
  ///
  /// `^` is the beginning of a subscription, `!` its cancellation, and `|` the end. Column zero is time zero.
  ///
  /// - Parameters:
  ///   - subscriptions: The subscriptions to the stub.
  ///   - diagrams: One diagram for each.
  public func expect(
    _ subscriptions: [StubSubscription], _ diagrams: String..., fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID, filePath, line, column)
    let received = subscriptions.map(entries)
    let expected = diagrams.compactMap { read($0, at: site) }
    guard expected.count == diagrams.count, received != expected.map({ $0.entries }) else { return }
    let drawn = zip(subscriptions, received).map { MarbleDiagram.drawing($1) ?? "\($0)" }
    TestHost.current.fail(
      """
      The subscriptions to a stub differ from the diagrams.
        expected: \(list(diagrams))
        received: \(list(drawn))
      """, at: site)
  }

  private func entries(of subscription: StubSubscription) -> [MarbleDiagram.Entry?] {
    let start = entry(.subscribed, at: subscription.startTime)
    return switch subscription.ending {
    case .invalidated(let time): [start, entry(.unsubscribed, at: time)]
    case .ended(let time): [start, entry(.end, at: time)]
    case nil: [start]
    }
  }

  /// Returns nil if the time is between two frames.
  func entry(_ mark: MarbleDiagram.Mark, at time: Duration) -> MarbleDiagram.Entry? {
    let (number, rest) = time.attoseconds.quotientAndRemainder(dividingBy: frame.attoseconds)
    return rest == 0 ? Int(exactly: number).map { MarbleDiagram.Entry(frame: $0, mark: mark) } : nil
  }

  private func list(_ diagrams: [String]) -> String {
    diagrams.isEmpty ? "none" : diagrams.joined(separator: "\n            ")
  }
}

/// The failure of a task that ``Marbles/task(_:fileID:filePath:line:column:)`` draws, for `#`.
public struct MarbleFailure: Error, Equatable {
  /// The failure.
  public init() {}
}
