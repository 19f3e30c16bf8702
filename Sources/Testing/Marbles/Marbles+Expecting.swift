public import TidingsCore

extension Marbles {
  /// Records what one subscriber gets.
  ///
  /// - Parameters:
  ///   - publisher: Subscribed to immediately, or as drawn.
  ///   - diagram: The times of the subscription, `^`, and of its end, `!`.
  ///   - fileID: The place of the failure, with the parameters after it.
  public func record<Update>(
    _ publisher: some Publisher<Update>, subscribed diagram: String = "^", fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> MarbleRecording<Update> {
    MarbleRecording(
      publisher, subscribed: read(diagram, at: CallSite(fileID, filePath, line, column)), marbles: self)
  }

  /// Subscribes, advances the time to the end, and compares the deliveries with a diagram of characters.
  ///
  /// - Parameters:
  ///   - publisher: Subscribed to immediately, or as drawn.
  ///   - diagram: The expected deliveries. Column zero is the current time.
  ///   - subscription: The times of the subscription, `^`, and of its end, `!`. Required if the publisher never ends.
  ///   - fileID: The place of the failure, with the parameters after it.
  public func expect(
    _ publisher: some Publisher<String>, _ diagram: String, subscribed subscription: String = "^",
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID, filePath, line, column)
    recordAll(publisher, diagram, subscription, at: site)
      .expect(diagram, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Compares the deliveries with a diagram and values for its letters.
  ///
  /// - Parameters:
  ///   - publisher: Subscribed to immediately, or as drawn.
  ///   - diagram: The expected deliveries. Column zero is the current time.
  ///   - subscription: The times of the subscription, `^`, and of its end, `!`.
  ///   - values: The values of the letters.
  ///   - fileID: The place of the failure, with the parameters after it.
  public func expect<Update: Equatable>(
    _ publisher: some Publisher<Update>, _ diagram: String, subscribed subscription: String = "^",
    values: [Character: Update], fileID: StaticString = #fileID, filePath: StaticString = #filePath,
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
  ///   - values: The values of the letters.
  ///   - fileID: The place of the failure, with the parameters after it.
  public func expect<Value: Sendable & Equatable, Failure: Error>(
    _ publisher: some Publisher<Result<Value, Failure>>, _ diagram: String, subscribed subscription: String = "^",
    values: [Character: Value], fileID: StaticString = #fileID, filePath: StaticString = #filePath,
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
  ///   - fileID: The place of the failure, with the parameters after it.
  public func expect<Failure: Error>(
    _ task: PublishedTask<String, String, Failure>, _ diagram: String, subscribed subscription: String = "^",
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID, filePath, line, column)
    recordAll(task, diagram, subscription, at: site)
      .expect(diagram, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  private func recordAll<Update>(
    _ publisher: some Publisher<Update>, _ diagram: String, _ subscription: String, at site: CallSite
  ) -> MarbleRecording<Update> {
    if let diagram = try? MarbleDiagram(diagram) { makeTime(for: diagram) }
    let recording = MarbleRecording(publisher, subscribed: read(subscription, at: site), marbles: self)
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
  ///   - fileID: The place of the failure, with the parameters after it.
  public func expect(
    _ subscriptions: [StubSubscription], _ diagrams: String..., fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID, filePath, line, column)
    guard subscriptions != diagrams.map({ subscription(in: read($0, at: site)) }) else { return }
    TestHost.current.fail(
      """
      A stub was not subscribed to as was drawn.
        expected: \(list(diagrams))
        received: \(list(subscriptions.map(draw)))
      """, at: site)
  }

  private func subscription(in diagram: MarbleDiagram) -> StubSubscription? {
    guard let began = diagram.entries.first, began.mark == .subscribed else { return nil }
    let ending = diagram.entries.dropFirst().first.map { entry in
      let time = frames(entry.frame)
      return entry.mark == .end ? StubSubscription.Ending.ended(at: time) : .invalidated(at: time)
    }
    return StubSubscription(startTime: frames(began.frame), ending: ending)
  }

  private func draw(_ subscription: StubSubscription) -> String {
    let ending: (mark: Character, time: Duration)? =
      switch subscription.ending {
      case .invalidated(let time): ("!", time)
      case .ended(let time): ("|", time)
      case nil: nil
      }
    guard let begin = frameNumber(subscription.startTime), let end = ending.map({ frameNumber($0.time) }) ?? begin + 1,
      end > begin || ending == nil
    else { return "\(subscription)" }
    let picture = String(repeating: "-", count: begin) + "^"
    guard let ending else { return picture }
    return picture + String(repeating: "-", count: end - begin - 1) + String(ending.mark)
  }

  private func frameNumber(_ time: Duration) -> Int? {
    let number = Int(time / frame)
    return frame * number == time ? number : nil
  }

  private func list(_ pictures: [String]) -> String {
    pictures.isEmpty ? "none" : pictures.joined(separator: "\n            ")
  }
}

/// The default failure for `#`.
public struct MarbleFailure: Error, Equatable {
  /// The failure.
  public init() {}
}
