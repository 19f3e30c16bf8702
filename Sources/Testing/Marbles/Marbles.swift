public import TidingsCore

/// Compares publishers with marble diagrams.
///
///     let marbles = Marbles()
///     let source = marbles.hot(  "a-b---c----|")
///     marbles.expect(
///       source.debounce(for: .seconds(2), scheduler: marbles.scheduler),
///                                "----b---c--|")
///
/// See ``MarbleDiagram`` for the marks. A column is a ``frame`` of virtual time, one second by default. A letter is a
/// value of the given dictionary, or else its own value.
///
/// A diagram starts at the current time. In one frame, updates of sources come first, because sources are created
/// first. So a subscriber misses an update in the frame of its `^`, and receives one in the frame of its `!`.
public final class Marbles: Sendable {
  /// The scheduler for the operators under test.
  public let scheduler = ManualScheduler()
  /// The duration of one column.
  public let frame: Duration

  private struct State: Sendable {
    /// The end of the longest diagram.
    var end = Duration.zero
    /// The length of the longest diagram, because a cold source can begin at any time.
    var longest = 0
    /// Keeps stubs alive, because they end when they are released.
    var kept: [any Sendable] = []
  }

  private let state = Locked(State())

  /// Creates diagrams at time zero.
  ///
  /// - Parameter frame: The duration of one column, greater than zero.
  public init(frame: Duration = .seconds(1)) {
    guard frame > .zero else { fatalError("Marbles(frame:) takes a duration greater than zero, not \(frame)") }
    self.frame = frame
  }

  /// Returns the duration of a number of columns.
  public func frames(_ count: Int) -> Duration {
    frame * count
  }

  /// Advances the time to the end of all diagrams, and a hundred frames further to find unexpected updates.
  ///
  /// Each `expect` calls it.
  public func run() {
    let (end, longest) = state.withLock { ($0.end, $0.longest) }
    scheduler.advance(to: max(scheduler.uptime, end) + frames(longest + 100))
  }

  func keep(_ object: some Sendable) {
    state.withLock { $0.kept.append(object) }
  }

  /// Extends the run to the end of the diagram.
  func makeTime(for diagram: MarbleDiagram) {
    let end = scheduler.uptime + frames(diagram.length)
    state.withLock { state in
      state.end = max(state.end, end)
      state.longest = max(state.longest, diagram.length)
    }
  }

  /// Runs a job in a frame of a diagram that starts now.
  func schedule(inFrame number: Int, _ job: @escaping @Sendable () -> Void) {
    keep(scheduler.enqueue(after: frames(number), job))
  }
}

extension Marbles {
  /// Returns the script of a stub from a diagram, in which each letter is its own value.
  ///
  ///     let taps = BroadcasterStub(marbles.script("--a--b-|"), scheduler: marbles.scheduler)
  ///
  /// - Parameters:
  ///   - diagram: The diagram.
  ///   - fileID: The place of the failure for an invalid diagram, with the parameters after it.
  public func script(
    _ diagram: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> [Scripted<String>] {
    let diagram = read(diagram, at: CallSite(fileID, filePath, line, column))
    return steps(of: diagram) { mark, _ in Self.itself(mark) }
  }

  /// Like ``script(_:fileID:filePath:line:column:)``, with values for the letters.
  ///
  /// - Parameters:
  ///   - diagram: The diagram.
  ///   - values: The values of the letters.
  ///   - fileID: The place of the failure for an invalid diagram, with the parameters after it.
  public func script<Update: Sendable>(
    _ diagram: String, values: [Character: Update], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> [Scripted<Update>] {
    let site = CallSite(fileID, filePath, line, column)
    let meaning = lookUp(values, at: site)
    return steps(of: read(diagram, at: site)) { mark, _ in meaning(mark) }
  }

  /// Like ``script(_:fileID:filePath:line:column:)``, for results: a letter is a success, and `#` the failure.
  ///
  /// - Parameters:
  ///   - diagram: The diagram.
  ///   - values: The values of the letters.
  ///   - failure: The failure for `#`.
  ///   - fileID: The place of the failure for an invalid diagram, with the parameters after it.
  public func script<Value: Sendable, Failure: Error>(
    _ diagram: String, values: [Character: Value], failure: Failure, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> [Scripted<Result<Value, Failure>>] {
    let site = CallSite(fileID, filePath, line, column)
    let meaning = lookUp(values, at: site)
    return steps(of: read(diagram, at: site)) { mark, _ in
      mark == .failure ? .failure(failure) : meaning(mark).map { .success($0) }
    }
  }

  /// Like ``script(_:fileID:filePath:line:column:)``, for a task. See ``task(_:fileID:filePath:line:column:)``.
  ///
  /// - Parameters:
  ///   - diagram: The diagram.
  ///   - progress: The progress of the letters.
  ///   - success: The successes of the letters before an end.
  ///   - failure: The failure for `#`.
  ///   - fileID: The place of the failure for an invalid diagram, with the parameters after it.
  public func script<Progress: Sendable, Success: Sendable, Failure: Error>(
    _ diagram: String, progress: [Character: Progress], success: [Character: Success], failure: Failure,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> [Scripted<TaskUpdate<Progress, Success, Failure>>] {
    let site = CallSite(fileID, filePath, line, column)
    return steps(
      of: read(diagram, at: site),
      as: taskMeaning(progress: lookUp(progress, at: site), success: lookUp(success, at: site), failure: failure))
  }
}

extension Marbles {
  /// Returns the value of an update, or nil for another mark.
  typealias Meaning<Update> = (MarbleDiagram.Mark) -> Update?

  static func itself(_ mark: MarbleDiagram.Mark) -> String? {
    if case .update(let letter) = mark { String(letter) } else { nil }
  }

  /// Returns the diagram, or an empty one after reporting the invalid column.
  func read(_ text: String, at site: CallSite) -> MarbleDiagram {
    do {
      let diagram = try MarbleDiagram(text)
      makeTime(for: diagram)
      return diagram
    } catch {
      TestHost.current.fail(error.description, at: site)
      return .empty
    }
  }

  func lookUp<Update>(_ values: [Character: Update], at site: CallSite) -> Meaning<Update> {
    { mark in
      guard case .update(let letter) = mark else { return nil }
      if values[letter] == nil {
        TestHost.current.fail("A marble diagram has \(letter), but the values do not.", at: site)
      }
      return values[letter]
    }
  }

  /// A letter before the end in the same frame is the success.
  func taskMeaning<Progress, Success, Failure: Error>(
    progress: @escaping Meaning<Progress>, success: @escaping Meaning<Success>, failure: Failure
  ) -> (MarbleDiagram.Mark, _ isLast: Bool) -> TaskUpdate<Progress, Success, Failure>? {
    { mark, isLast in
      if mark == .failure { return .completed(.failure(failure)) }
      return isLast ? success(mark).map { .completed(.success($0)) } : progress(mark).map { .inProgress($0) }
    }
  }

  /// - Parameter meaning: Its second argument is whether the end follows in the same frame.
  func steps<Update>(
    of diagram: MarbleDiagram, as meaning: (MarbleDiagram.Mark, _ isLast: Bool) -> Update?
  ) -> [Scripted<Update>] {
    var steps: [Scripted<Update>] = []
    var frame = 0
    for (index, entry) in diagram.entries.enumerated() {
      let isLast = diagram.entries.dropFirst(index + 1).first == MarbleDiagram.Entry(frame: entry.frame, mark: .end)
      let delay = frames(entry.frame - frame)
      if entry.mark == .end {
        steps.append(.end(after: delay))
      } else if let update = meaning(entry.mark, isLast) {
        steps.append(.update(update, after: delay))
      } else {
        continue
      }
      frame = entry.frame
    }
    return steps
  }
}
