public import TidingsCore

extension Marbles {
  /// Events that happen whether somebody is subscribed or not, from now on.
  ///
  /// - Parameters:
  ///   - diagram: When they happen; each letter stands for itself.
  ///   - fileID: Where a picture that cannot be read is reported, as the parameters after it.
  public func hot(
    _ diagram: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Broadcaster<String> {
    hot(read(diagram, at: CallSite(fileID, filePath, line, column)), Self.itself)
  }

  /// As ``hot(_:fileID:filePath:line:column:)``, with what the letters stand for.
  public func hot<Update: Sendable>(
    _ diagram: String, values: [Character: Update], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Broadcaster<Update> {
    let place = CallSite(fileID, filePath, line, column)
    return hot(read(diagram, at: place), lookUp(values, at: place))
  }

  /// As ``hot(_:fileID:filePath:line:column:)``, of results: a letter is a success, `#` the failure.
  public func hot<Value: Sendable, Failure: Error>(
    _ diagram: String, values: [Character: Value], failure: Failure, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Broadcaster<Result<Value, Failure>> {
    let place = CallSite(fileID, filePath, line, column)
    return hot(read(diagram, at: place), results(of: lookUp(values, at: place), failure))
  }

  /// Events that begin anew for each subscriber, when it subscribes.
  public func cold(
    _ diagram: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Broadcaster<String> {
    cold(read(diagram, at: CallSite(fileID, filePath, line, column)), Self.itself)
  }

  /// As ``cold(_:fileID:filePath:line:column:)``, with what the letters stand for.
  public func cold<Update: Sendable>(
    _ diagram: String, values: [Character: Update], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Broadcaster<Update> {
    let place = CallSite(fileID, filePath, line, column)
    return cold(read(diagram, at: place), lookUp(values, at: place))
  }

  /// As ``cold(_:fileID:filePath:line:column:)``, of results: a letter is a success, `#` the failure.
  public func cold<Value: Sendable, Failure: Error>(
    _ diagram: String, values: [Character: Value], failure: Failure, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Broadcaster<Result<Value, Failure>> {
    let place = CallSite(fileID, filePath, line, column)
    return cold(read(diagram, at: place), results(of: lookUp(values, at: place), failure))
  }

  /// A value that changes from now on; its first letter, in the first column, is what it is at once.
  public func value(
    _ diagram: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> PublishedValue<String> {
    let place = CallSite(fileID, filePath, line, column)
    return value(read(diagram, at: place), at: place, Self.itself)
  }

  /// As ``value(_:fileID:filePath:line:column:)``, with what the letters stand for.
  public func value<Value: Sendable>(
    _ diagram: String, values: [Character: Value], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> PublishedValue<Value> {
    let place = CallSite(fileID, filePath, line, column)
    return value(read(diagram, at: place), at: place, lookUp(values, at: place))
  }

  /// A task whose runs go through the picture, each from its start.
  ///
  /// A letter is progress; `(a|)` succeeds with that letter, `#` fails, `|` alone goes away without a result.
  public func task(
    _ diagram: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> PublishedTask<String, String, MarbleFailure> {
    task(
      read(diagram, at: CallSite(fileID, filePath, line, column)), progress: Self.itself, success: Self.itself,
      failure: MarbleFailure())
  }

  /// As ``task(_:fileID:filePath:line:column:)``, with what letters and `#` stand for.
  public func task<Progress: Sendable, Success: Sendable, Failure: Error>(
    _ diagram: String, progress: [Character: Progress], success: [Character: Success], failure: Failure,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> PublishedTask<Progress, Success, Failure> {
    let place = CallSite(fileID, filePath, line, column)
    return task(
      read(diagram, at: place), progress: lookUp(progress, at: place), success: lookUp(success, at: place),
      failure: failure)
  }
}

extension Marbles {
  typealias Meaning<Update> = @Sendable (MarbleDiagram.Mark) -> Update?

  /// The picture, or an empty one after a failure that points at the column.
  func read(_ text: String, at place: CallSite) -> MarbleDiagram {
    do {
      let diagram = try MarbleDiagram(text)
      makeTime(for: diagram)
      return diagram
    } catch {
      TestHost.current.fail(error.description, at: place)
      return .empty
    }
  }

  static var itself: Meaning<String> {
    { mark in if case .update(let letter) = mark { String(letter) } else { nil } }
  }

  func lookUp<Update: Sendable>(_ values: [Character: Update], at place: CallSite) -> Meaning<Update> {
    let host = TestHost.current
    return { mark in
      guard case .update(let letter) = mark else { return nil }
      if values[letter] == nil { host.fail("A marble diagram has \(letter), but the values do not.", at: place) }
      return values[letter]
    }
  }

  private func results<Value: Sendable, Failure: Error>(
    of values: @escaping Meaning<Value>, _ failure: Failure
  ) -> Meaning<Result<Value, Failure>> {
    { mark in mark == .failure ? .failure(failure) : values(mark).map { .success($0) } }
  }

  private func hot<Update: Sendable>(
    _ diagram: MarbleDiagram, _ meaning: @escaping Meaning<Update>
  ) -> Broadcaster<Update> {
    let source = BroadcastSource<Update>()
    keep(source)
    for entry in diagram.entries {
      schedule(inFrame: entry.frame) {
        if let update = meaning(entry.mark) { source.send(update) }
        if entry.mark == .end { source.finish() }
      }
    }
    return source.broadcaster
  }

  private func cold<Update: Sendable>(
    _ diagram: MarbleDiagram, _ meaning: @escaping Meaning<Update>
  ) -> Broadcaster<Update> {
    .deferred { [self] in
      Broadcaster<Update> { [self] source in
        play(diagram) { mark in
          if let update = meaning(mark) { source.send(update) }
          if mark == .end { source.finish() }
        }
      }
    }
  }

  private func value<Value: Sendable>(
    _ diagram: MarbleDiagram, at place: CallSite, _ meaning: @escaping Meaning<Value>
  ) -> PublishedValue<Value> {
    guard let first = diagram.entries.first, first.frame == 0, let initial = meaning(first.mark) else {
      fatalError("\(place): a value is there from the first column of its marble diagram on: put a letter there.")
    }
    let property = PublishedProperty(initial)
    let kept = Kept(property)
    keep(kept)
    for entry in diagram.entries.dropFirst() {
      schedule(inFrame: entry.frame) {
        if let value = meaning(entry.mark) { kept.object?.value = value }
        if entry.mark == .end { kept.letGo() }
      }
    }
    return property.publishedValue
  }

  private func task<Progress: Sendable, Success: Sendable, Failure: Error>(
    _ diagram: MarbleDiagram, progress: @escaping Meaning<Progress>, success: @escaping Meaning<Success>,
    failure: Failure
  ) -> PublishedTask<Progress, Success, Failure> {
    PublishedTask(start: { [self] run in
      let run = Kept(run)
      return play(diagram, success: { if let success = success($0) { run.object?.succeed(success) } }) { mark in
        if let progress = progress(mark) { run.object?.report(progress) }
        if mark == .failure { run.object?.fail(failure) }
        if mark == .end { run.letGo() }
      }
    })
  }

  /// Goes through a picture from now on, until the token is given up.
  ///
  /// - Parameters:
  ///   - success: Called with the mark that stands right before the end, in its frame; by default as all others.
  ///   - perform: Called with each other mark. It is what keeps the source of the picture.
  private func play(
    _ diagram: MarbleDiagram, success: (@Sendable (MarbleDiagram.Mark) -> Void)? = nil,
    _ perform: @escaping @Sendable (MarbleDiagram.Mark) -> Void
  ) -> Subscription {
    makeTime(for: diagram)
    let jobs = SubscriptionBag()
    for (index, entry) in diagram.entries.enumerated() {
      let isLast = diagram.entries.dropFirst(index + 1).first == MarbleDiagram.Entry(frame: entry.frame, mark: .end)
      let perform = isLast ? success ?? perform : perform
      jobs += scheduler.enqueue(after: frames(entry.frame)) { perform(entry.mark) }
    }
    return Subscription {
      jobs.removeAll()
      withExtendedLifetime(perform) {}
    }
  }
}

/// Keeps a source alive until its end is due.
private final class Kept<Object: Sendable>: Sendable {
  private let state: Locked<Object?>

  init(_ object: Object) {
    state = Locked(object)
  }

  var object: Object? {
    state.withLock { $0 }
  }

  func letGo() {
    let object = state.withLock { state in
      defer { state = nil }
      return state
    }
    withExtendedLifetime(object) {}
  }
}
