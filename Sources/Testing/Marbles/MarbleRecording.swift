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
  enum Event: Sendable {
    case update(Update)
    case end
  }

  /// A separate object for closures of subscribers.
  ///
  /// The recording keeps the subscription, so they would keep each other alive.
  private final class Log: Sendable {
    private let marbles: Marbles
    private let start: Duration
    private let recorded = Locked<[(time: Duration, event: Event)]>([])

    init(_ marbles: Marbles) {
      self.marbles = marbles
      start = marbles.scheduler.uptime
    }

    var events: [(time: Duration, event: Event)] { recorded.withLock { $0 } }

    func record(_ event: Event) {
      let time = marbles.scheduler.uptime - start
      recorded.withLock { $0.append((time, event)) }
    }
  }

  private let marbles: Marbles
  private let log: Log
  private let subscription = Locked<Subscription?>(nil)

  init(_ publisher: some Publisher<Update>, subscribed diagram: MarbleDiagram, marbles: Marbles) {
    self.marbles = marbles
    log = Log(marbles)
    let marks = diagram.entries.filter { [.subscribed, .unsubscribed].contains($0.mark) }
    // In the first frame, it runs immediately, before all events of the frame.
    if marks.first?.frame ?? 0 == 0 { subscribe(to: publisher) }
    for entry in marks where entry.frame > 0 {
      marbles.schedule(inFrame: entry.frame) { [self] in
        if entry.mark == .subscribed { subscribe(to: publisher) } else { leave() }
      }
    }
  }

  private func subscribe(to publisher: some Publisher<Update>) {
    let token = publisher.attach({ [log] in log.record(.update($0)) }, ended: { [log] in log.record(.end) })
    subscription.withLock { $0 = token }
  }

  private func leave() {
    subscription.withLock { $0 }?.invalidate()
  }

  /// The deliveries as tokens.
  func sightings<Value>(_ token: (Event) -> MarbleToken<Value>?) -> [MarbleSighting<Value>] {
    log.events.compactMap { time, event in
      token(event).map { MarbleSighting(time: time, token: $0) }
    }
  }

  /// Compares, and fails with both pictures below each other.
  func compare<Value>(
    with text: String, using artist: MarbleArtist<Value>, at site: CallSite,
    _ token: (Event) -> MarbleToken<Value>?
  ) {
    let diagram = marbles.read(text, at: site)
    do {
      let expected = try artist.sightings(of: diagram)
      let received = sightings(token)
      guard received != expected else { return }
      TestHost.current.fail(
        """
        A publisher did not deliver what was drawn.
          expected: \(text)
          received: \(artist.draw(received, length: diagram.length))
        """, at: site)
    } catch {
      TestHost.current.fail("A marble diagram has \(error.letter), but the values do not.", at: site)
    }
  }
}

extension MarbleRecording where Update == String {
  /// Compares the deliveries with a diagram of characters.
  ///
  /// - Parameters:
  ///   - diagram: The expected deliveries.
  ///   - fileID: The place of the failure, with the parameters after it.
  public func expect(
    _ diagram: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    compare(
      with: diagram, using: MarbleArtist(frame: marbles.frame, value: { String($0) }, letters: []),
      at: CallSite(fileID, filePath, line, column)
    ) { event in
      switch event {
      case .update(let update): .value(update)
      case .end: .end
      }
    }
  }
}

extension MarbleRecording where Update: Equatable {
  /// Compares with a picture.
  ///
  /// - Parameters:
  ///   - diagram: The expected deliveries. Column zero is the beginning of the recording.
  ///   - values: The values of the letters.
  ///   - fileID: The place of the failure, with the parameters after it.
  public func expect(
    _ diagram: String, values: [Character: Update], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    compare(
      with: diagram, using: MarbleArtist(frame: marbles.frame, value: { values[$0] }, letters: values.keys.sorted()),
      at: CallSite(fileID, filePath, line, column)
    ) { event in
      switch event {
      case .update(let update): .value(update)
      case .end: .end
      }
    }
  }
}

extension MarbleRecording {
  /// Compares results with a picture: a letter is a success, `#` any failure.
  ///
  /// - Parameters:
  ///   - diagram: The expected deliveries.
  ///   - values: The values of the letters.
  ///   - fileID: The place of the failure, with the parameters after it.
  public func expect<Value: Sendable & Equatable, Failure: Error>(
    _ diagram: String, values: [Character: Value], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) where Update == Result<Value, Failure> {
    compare(
      with: diagram, using: MarbleArtist(frame: marbles.frame, value: { values[$0] }, letters: values.keys.sorted()),
      at: CallSite(fileID, filePath, line, column)
    ) { event in
      switch event {
      case .update(.success(let value)): .value(value)
      case .update(.failure): .failure
      case .end: .end
      }
    }
  }

  /// Compares a task with a diagram of characters. See ``Marbles/task(_:fileID:filePath:line:column:)``.
  ///
  /// - Parameters:
  ///   - diagram: The expected deliveries.
  ///   - fileID: The place of the failure, with the parameters after it.
  public func expect<Failure: Error>(
    _ diagram: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) where Update == TaskUpdate<String, String, Failure> {
    compare(
      with: diagram, using: MarbleArtist(frame: marbles.frame, value: { String($0) }, letters: [], failureEnds: true),
      at: CallSite(fileID, filePath, line, column)
    ) { event in
      switch event {
      case .update(.inProgress(let update)), .update(.completed(.success(let update))): .value(update)
      case .update(.completed(.failure)): .failure
      case .end: .end
      }
    }
  }
}

extension MarbleRecording: CustomStringConvertible, CustomReflectable {
  /// The type and the number of recorded events: `MarbleRecording<Int>(events: 2)`.
  public var description: String { "\(Self.self)(events: \(log.events.count))" }

  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
