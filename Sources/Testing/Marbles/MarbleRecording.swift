public import TidingsCore

/// The deliveries to one subscriber in virtual time, for comparison with a marble diagram.
///
/// For several subscribers, record all of them, call ``Marbles/run()``, and compare.
///
///     let first = marbles.record(shared, subscribed: "^------!")
///     let second = marbles.record(shared, subscribed: "---^---!")
///     marbles.run()
///     first.expect("-a--b-")
///     second.expect("----b-")
public final class MarbleRecording<Update: Sendable>: Sendable {
  private let marbles: Marbles
  private let start: Duration
  private let recorder = Locked<Recorder<Update>?>(nil)

  init(_ publisher: some Publisher<Update>, subscribed diagram: MarbleDiagram, marbles: Marbles) {
    self.marbles = marbles
    start = marbles.scheduler.uptime
    let isLate = diagram.entries.contains { $0.mark == .subscribed && $0.frame > 0 }
    // In the first frame, it runs immediately, before all events of the frame.
    if !isLate { subscribe(to: publisher) }
    for entry in diagram.entries where entry.mark == .unsubscribed || entry.mark == .subscribed && isLate {
      marbles.schedule(inFrame: entry.frame) { [self] in
        if entry.mark == .subscribed { subscribe(to: publisher) } else { recorder.withLock { $0 }?.stop() }
      }
    }
  }

  private func subscribe(to publisher: some Publisher<Update>) {
    let new = publisher.record(scheduler: marbles.scheduler)
    recorder.withLock { $0 = new }
  }

  private var timeline: [TimelineEvent<Update>] { recorder.withLock { $0 }?.timeline ?? [] }

  /// Compares, and fails with both diagrams below each other.
  ///
  /// - Parameters:
  ///   - legend: The letters of the values.
  ///   - isSuccess: Returns whether an update of a task is its success. Nil for other publishers.
  ///   - value: Returns the value of an update, or nil for a failure.
  private func compare<Value>(
    with text: String, _ legend: MarbleLegend<Value>, isSuccess: ((Update) -> Bool)? = nil, at site: CallSite,
    value: (Update) -> Value?
  ) {
    guard let diagram = marbles.readEvents(text, of: "deliveries", at: site) else { return }
    guard marbles.scheduler.uptime - start >= marbles.frames(max(0, diagram.length - 1)) else {
      let advice = "Call run() after record(_:), and again before a comparison with a longer diagram."
      return TestHost.current.fail("The time has not reached the end of the diagram \(text). \(advice)", at: site)
    }
    let expected = diagram.entries
    for case .update(let letter) in expected.map(\.mark) where legend.value(letter) == nil {
      return marbles.failForMissingValue(of: letter, at: site)
    }
    var legend = legend
    var received: [MarbleDiagram.Entry?] = []
    var list: [String] = []
    let timeline = timeline
    for (event, next) in zip(timeline, timeline.dropFirst().map(Optional.some) + [nil]) {
      let time = event.time - start
      var mark: MarbleDiagram.Mark?
      switch event.event {
      case .update(let update):
        if let value = value(update) {
          let wanted = received.count < expected.count ? expected[received.count].mark : nil
          mark = legend.letter(of: value, ifPossible: wanted).map { .update($0) }
          // The letter of a success has the end in its frame, and no other letter does.
          if let isSuccess, isSuccess(update) != (next.map { $0.isEnd(at: event.time) } ?? false) { mark = nil }
          let kind = isSuccess.map { $0(update) ? "success " : "progress " } ?? ""
          list.append("\(kind)\(value) at \(time)")
        } else {
          mark = .failure
          list.append("a failure at \(time)")
        }
      case .ended:
        mark = .end
        list.append("the end at \(time)")
      }
      received.append(mark.flatMap { marbles.entry($0, at: time) })
    }
    let isTask = isSuccess != nil
    received = isTask ? withoutEndOfFailure(received) : received
    guard received != (isTask ? withoutEndOfFailure(expected) : expected) else { return }
    let drawing = MarbleDiagram.drawing(received, length: diagram.length).map { [$0] + legend.lines }
    TestHost.current.fail(
      """
      The deliveries of a publisher differ from the diagram.
        expected: \(text)
        received: \((drawing ?? list).joined(separator: "\n            "))
      """, at: site)
  }
}

/// Removes the end in the frame of the failure of a task, because such a failure is also the end.
private func withoutEndOfFailure(_ entries: [MarbleDiagram.Entry?]) -> [MarbleDiagram.Entry?] {
  guard let end = entries.last ?? nil, let failure = entries.dropLast().last ?? nil else { return entries }
  let hasBoth = end.mark == .end && failure.mark == .failure && end.frame == failure.frame
  return hasBoth ? entries.dropLast() : entries
}

extension TimelineEvent {
  fileprivate func isEnd(at time: Duration) -> Bool {
    if case .ended = event { self.time == time } else { false }
  }
}

/// The letters of the values in a diagram.
private struct MarbleLegend<Value: Sendable & Equatable> {
  /// Returns the value of a letter, or nil if it has none.
  let value: (Character) -> Value?
  /// The letters with a value, if not every letter has one.
  private var letters: [Character] = []
  /// Letters for other values.
  private var added: [(letter: Character, value: Value)] = []

  init(_ values: [Character: Value] = [:]) {
    value = { values.value(of: $0) }
    letters = values.keys.sorted()
  }

  var lines: [String] { added.map { "\($0.letter) = \($0.value)" } }

  /// Returns the letter of a value. Several letters can have the same value.
  mutating func letter(of seen: Value, ifPossible wanted: MarbleDiagram.Mark?) -> Character? {
    if case .update(let letter) = wanted, value(letter) == seen { return letter }
    if let known = letters.first(where: { value($0) == seen }) { return known }
    if "\(seen)".count == 1, let itself = "\(seen)".first, value(itself) == seen { return itself }
    if let known = added.first(where: { $0.value == seen }) { return known.letter }
    let free = "zyxwvutsrqponmlkjihgfedcbaZYXWVUTSRQPONMLKJIHGFEDCBA".first { letter in
      value(letter) == nil && !added.contains { $0.letter == letter }
    }
    if let free { added.append((free, seen)) }
    return free
  }
}

extension MarbleRecording where Update: Equatable {
  /// Compares with a diagram.
  ///
  /// - Parameters:
  ///   - diagram: The expected deliveries. Column zero is the beginning of the recording.
  ///   - values: The values of the letters. A letter without a value is its own value, if updates are strings.
  // Disfavored, because results and updates of tasks are equatable, too.
  @_disfavoredOverload public func expect(
    _ diagram: String, values: [Character: Update] = [:], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    compare(with: diagram, MarbleLegend(values), at: CallSite(fileID, filePath, line, column)) { $0 }
  }
}

extension MarbleRecording {
  /// Compares results with a diagram: a letter is a success, `#` any failure.
  ///
  /// - Parameters:
  ///   - diagram: The expected deliveries.
  ///   - values: The values of the letters. A letter without a value is its own value, if successes are strings.
  public func expect<Value: Sendable & Equatable, Failure: Error>(
    _ diagram: String, values: [Character: Value] = [:], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) where Update == Result<Value, Failure> {
    compare(with: diagram, MarbleLegend(values), at: CallSite(fileID, filePath, line, column)) { result in
      if case .success(let value) = result { value } else { nil }
    }
  }

  /// Compares a task with a diagram of characters. See ``Marbles/task(_:fileID:filePath:line:column:)``.
  ///
  /// - Parameter diagram: The expected deliveries.
  public func expect<Failure: Error>(
    _ diagram: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) where Update == TaskUpdate<String, String, Failure> {
    compare(
      with: diagram, MarbleLegend(),
      isSuccess: { if case .completed(.success) = $0 { true } else { false } },
      at: CallSite(fileID, filePath, line, column)
    ) { update in
      switch update {
      case .inProgress(let value), .completed(.success(let value)): value
      case .completed(.failure): nil
      }
    }
  }
}
