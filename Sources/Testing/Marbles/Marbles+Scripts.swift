public import TidingsCore

extension Marbles {
  /// Returns the script of a stub from a diagram, in which each letter is its own value.
  ///
  ///     let taps = BroadcasterStub(marbles.script("--a--b-|"), scheduler: marbles.scheduler)
  public func script(
    _ diagram: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> [Scripted<String>] {
    let diagram = read(diagram, at: CallSite(fileID, filePath, line, column))
    return steps(of: diagram) { mark, _ in Self.itself(mark) }
  }

  /// Like ``script(_:fileID:filePath:line:column:)``, with values for the letters.
  public func script<Update: Sendable>(
    _ diagram: String, values: [Character: Update], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> [Scripted<Update>] {
    let site = CallSite(fileID, filePath, line, column)
    let meaning = lookUp(values, at: site)
    return steps(of: read(diagram, at: site)) { mark, _ in meaning(mark) }
  }

  /// Like ``script(_:fileID:filePath:line:column:)``, for results: a letter is a success, and `#` the failure.
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
