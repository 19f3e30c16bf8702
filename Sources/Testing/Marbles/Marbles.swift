import TidingsCore

/// Compares publishers with marble diagrams.
///
///     let marbles = Marbles()
///     let source = marbles.hot(  "a-b---c----|")
///     marbles.expect(
///       source.debounce(for: .seconds(2), scheduler: marbles.scheduler),
///                                "----b---c--|")
///
/// | Mark | Meaning |
/// | --- | --- |
/// | `-`, space | nothing happens in this frame |
/// | a letter or digit | an update: a value of the given dictionary, or else the letter itself as a string |
/// | `\|` | the end |
/// | `#` | a failure |
/// | `(ab)` | several events in the frame of the opening parenthesis |
/// | `^` | the subscription |
/// | `!` | the end of the subscription by `invalidate()` |
///
/// Each column is a ``frame`` of virtual time, one second by default, so diagrams can be compared column by column.
///
/// A diagram starts at the current time, and one of the subscriptions to a stub at time zero. In one frame, updates of sources
/// and timers come first. So a subscriber misses an update in the frame of its `^`, and receives one in the frame of its `!`.
/// But an update that a timer causes through another job of that frame, such as that of `receive(on:)` or of a cold source, can
/// come after them: draw the `!` one frame later. A `^` in column zero subscribes immediately, before all events.
public final class Marbles: Sendable {
  /// The scheduler for the operators under test.
  public let scheduler = ManualScheduler()
  /// The duration of one column.
  public let frame: Duration

  private struct State: Sendable {
    /// The length of the longest diagram.
    var longest = 0
    /// Keeps sources alive, because their publishers end when they are released.
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
  public func frames(_ count: Int) -> Duration { frame * count }

  /// Advances the time to the end of all diagrams, and a hundred frames further to find unexpected updates.
  ///
  /// `expect` of a publisher calls it. After `record`, call it before the comparison.
  public func run() {
    let longest = state.withLock { $0.longest }
    // Diagrams have begun before, so all end after at most the longest. Cold sources can begin at any time until then.
    scheduler.advance(by: frames(2 * longest + 100))
  }

  func keep<Object: Sendable>(_ object: Object) -> Object {
    state.withLock { $0.kept.append(object) }
    return object
  }

  /// Extends the run to the end of the diagram.
  func makeTime(forColumns count: Int) { state.withLock { $0.longest = max($0.longest, count) } }

  /// Runs a job in a frame of a diagram that starts now, after all jobs that were enqueued for that frame before it.
  func schedule(inFrame number: Int, _ job: @escaping @Sendable () -> Void) {
    _ = keep(scheduler.enqueue(after: frames(number)) { [scheduler] in scheduler.enqueue(job) })
  }
}

extension Marbles {
  /// Returns the script of a stub from a diagram.
  ///
  ///     let taps = BroadcasterStub(marbles.script("--a--b-|"), scheduler: marbles.scheduler)
  ///
  /// - Parameters:
  ///   - diagram: The diagram.
  ///   - values: The values of the letters. A letter without a value is its own value, if updates are strings.
  public func script<Update: Sendable>(
    _ diagram: String, values: [Character: Update] = [Character: String](), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> [TimelineEvent<Update>] {
    let site = CallSite(fileID, filePath, line, column)
    return steps(of: diagram, at: site) { letter, _ in lookUp(letter, in: values, at: site) }
  }

  /// Like ``script(_:values:fileID:filePath:line:column:)``, for results: a letter is a success, and `#` the failure.
  ///
  /// - Parameters:
  ///   - diagram: The diagram.
  ///   - values: The values of the letters. A letter without a value is its own value, if successes are strings.
  ///   - failure: The failure for `#`.
  public func script<Value: Sendable, Failure: Error>(
    _ diagram: String, values: [Character: Value] = [Character: String](), failure: Failure,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> [TimelineEvent<Result<Value, Failure>>] {
    let site = CallSite(fileID, filePath, line, column)
    return steps(of: diagram, failure: .failure(failure), at: site) { letter, _ in
      lookUp(letter, in: values, at: site).map { .success($0) }
    }
  }
}

extension Marbles {
  /// Returns the diagram, or nil after reporting the invalid column.
  func read(_ text: String, at site: CallSite) -> MarbleDiagram? {
    do {
      let diagram = try MarbleDiagram(text)
      makeTime(forColumns: diagram.length)
      return diagram
    } catch {
      TestHost.current.fail(error.description, at: site)
      return nil
    }
  }

  /// Returns the diagram without the marks of a subscription, which are reported.
  func readEvents(_ text: String, of what: String, at site: CallSite) -> MarbleDiagram? {
    guard let diagram = read(text, at: site) else { return nil }
    let events = diagram.entries.filter { !$0.isOfSubscriber }
    if events.count < diagram.entries.count {
      TestHost.current.fail("A marble diagram of \(what) has ^ or !, which belong to 'subscribed:'.", at: site)
    }
    return MarbleDiagram(entries: events, length: diagram.length)
  }

  /// Reads the diagram of a subscription: `^`, `!`, or both in this order. Reports others, which subscribe immediately.
  func readSubscription(_ text: String, at site: CallSite) -> MarbleDiagram {
    let immediate = MarbleDiagram(entries: [MarbleDiagram.Entry(frame: 0, mark: .subscribed)], length: 0)
    guard let diagram = read(text, at: site) else { return immediate }
    guard [[.subscribed], [.unsubscribed], [.subscribed, .unsubscribed]].contains(diagram.entries.map(\.mark)) else {
      TestHost.current.fail("A marble diagram of a subscription has ^, !, or both in this order.", at: site)
      return immediate
    }
    return diagram
  }

  private func lookUp<Value>(_ letter: Character, in values: [Character: Value], at site: CallSite) -> Value? {
    let value = values.value(of: letter)
    if value == nil { failForMissingValue(of: letter, at: site) }
    return value
  }

  func failForMissingValue(of letter: Character, at site: CallSite) {
    TestHost.current.fail("A marble diagram has \(letter), but the values do not.", at: site)
  }

  /// - Parameters:
  ///   - failure: The update for `#`. Nil means none.
  ///   - update: Returns the update of a letter. Its second argument is whether the end follows in the same frame.
  func steps<Update>(
    of diagram: String, failure: Update? = nil, at site: CallSite, update: (Character, _ isLast: Bool) -> Update?
  ) -> [TimelineEvent<Update>] {
    let entries = readEvents(diagram, of: "a source", at: site)?.entries ?? []
    if failure == nil, entries.contains(where: { $0.mark == .failure }) {
      TestHost.current.fail(
        "A marble diagram of updates has a #. For results, use script(_:values:failure:).", at: site)
    }
    return entries.indices.compactMap { index in
      let entry = entries[index]
      let next = entries.dropFirst(index + 1).first
      let time = frames(entry.frame)
      return switch entry.mark {
      case .update(let letter):
        update(letter, next == MarbleDiagram.Entry(frame: entry.frame, mark: .end)).map { .update($0, at: time) }
      case .failure: failure.map { .update($0, at: time) }
      case .end: .end(at: time)
      case .subscribed, .unsubscribed: nil
      }
    }
  }
}

extension Dictionary where Key == Character {
  /// The value of a letter of a diagram. A letter without a value is its own value, if the values are strings.
  func value(of letter: Character) -> Value? { self[letter] ?? String(letter) as? Value }
}
