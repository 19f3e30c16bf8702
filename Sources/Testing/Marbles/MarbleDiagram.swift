/// A diagram of the updates of a publisher, with one character for each frame of time.
///
/// | Mark | Meaning |
/// | --- | --- |
/// | `-`, space | nothing happens in this frame |
/// | a letter or digit | an update |
/// | `\|` | the end |
/// | `#` | a failure |
/// | `(ab)` | several events in the frame of the opening parenthesis |
/// | `^` | the subscription |
/// | `!` | the end of the subscription by `invalidate()` |
///
/// Each column is a frame, so diagrams can be compared column by column.
public struct MarbleDiagram: Sendable, Equatable {
  /// The events of a frame.
  public enum Mark: Sendable, Equatable {
    /// An update, named by a letter or digit.
    case update(Character)
    /// The end.
    case end
    /// A failure.
    case failure
    /// The subscription.
    case subscribed
    /// The end of the subscription by `invalidate()`.
    case unsubscribed
  }

  /// A mark and its frame, counted from zero.
  public struct Entry: Sendable, Equatable {
    /// The number of frames before it.
    public let frame: Int
    /// The event.
    public let mark: Mark
  }

  /// The events in order.
  public let entries: [Entry]
  /// The number of frames.
  public let length: Int

  /// Reads a diagram.
  ///
  /// - Throws: An error with the column, if the diagram is not valid.
  public init(_ text: String) throws(MarbleSyntaxError) {
    var reader = Reader(text: text)
    try reader.read()
    entries = reader.entries
    length = text.count
  }

  static let empty = MarbleDiagram(entries: [], length: 0)

  private init(entries: [Entry], length: Int) {
    self.entries = entries
    self.length = length
  }

  private struct Reader {
    let text: String
    var entries: [Entry] = []
    /// The frame of the group that is open.
    var group: Int?

    mutating func read() throws(MarbleSyntaxError) {
      for (column, character) in text.enumerated() { try read(character, at: column) }
      if let group { throw error("this group is not closed", at: group) }
    }

    private mutating func read(_ character: Character, at column: Int) throws(MarbleSyntaxError) {
      switch character {
      case "-", " ":
        if group != nil { throw error("no time passes inside a group", at: column) }
      case "(":
        if group != nil { throw error("a group cannot stand inside another", at: column) }
        group = column
      case ")":
        guard let opened = group else { throw error("no group is open here", at: column) }
        if entries.last?.frame != opened { throw error("this group is empty", at: opened) }
        group = nil
      case "|": try add(.end, at: column)
      case "#": try add(.failure, at: column)
      case "^": try add(.subscribed, at: column)
      case "!": try add(.unsubscribed, at: column)
      case _ where character.isLetter || character.isNumber: try add(.update(character), at: column)
      default: throw error("a mark is a letter, a digit, or one of - | # ( ) ^ !, not \(character)", at: column)
      }
    }

    private mutating func add(_ mark: Mark, at column: Int) throws(MarbleSyntaxError) {
      if entries.contains(where: { $0.mark == .end }) { throw error("nothing comes after the end", at: column) }
      if mark == .subscribed, entries.contains(where: { $0.mark == mark }) {
        throw error("one picture shows one subscription", at: column)
      }
      entries.append(Entry(frame: group ?? column, mark: mark))
    }

    private func error(_ reason: String, at column: Int) -> MarbleSyntaxError {
      MarbleSyntaxError(text: text, column: column, reason: reason)
    }
  }
}

/// An error in a marble diagram, with its column.
public struct MarbleSyntaxError: Error, Equatable, CustomStringConvertible {
  /// The picture.
  public let text: String
  /// The column of the invalid mark, counted from zero.
  public let column: Int
  /// The error.
  public let reason: String

  /// The diagram, with a pointer below the column.
  public var description: String {
    """
    A marble diagram cannot be read at column \(column + 1): \(reason)
      \(text)
      \(String(repeating: " ", count: column))^
    """
  }
}

/// The marks of a marble diagram.
enum MarbleToken<Value: Sendable & Equatable>: Sendable, Equatable {
  case value(Value)
  case failure
  case end
}

/// A mark and its time since the beginning of the diagram.
struct MarbleSighting<Value: Sendable & Equatable>: Sendable, Equatable {
  let time: Duration
  let token: MarbleToken<Value>
}

/// Converts marks to diagrams, and diagrams to marks.
struct MarbleArtist<Value: Sendable & Equatable>: Sendable {
  let frame: Duration
  /// Returns the value of a letter, or nil if it has none.
  let value: @Sendable (Character) -> Value?
  /// The letters with a value.
  let letters: [Character]
  /// Whether a failure is also the end, as for a task.
  var failureEnds = false

  /// Returns the marks of a diagram.
  func sightings(of diagram: MarbleDiagram) throws(UnknownLetter) -> [MarbleSighting<Value>] {
    var sightings: [MarbleSighting<Value>] = []
    for entry in diagram.entries {
      let token: MarbleToken<Value>
      switch entry.mark {
      case .update(let letter):
        guard let value = value(letter) else { throw UnknownLetter(letter: letter) }
        token = .value(value)
      case .failure: token = .failure
      case .end: token = .end
      case .subscribed, .unsubscribed: continue
      }
      sightings.append(MarbleSighting(time: frame * entry.frame, token: token))
      if token == .failure, failureEnds { sightings.append(MarbleSighting(time: frame * entry.frame, token: .end)) }
    }
    return sightings
  }

  /// Returns a diagram of the marks with a legend for values without a letter.
  ///
  /// If the marks do not fit into frames, it returns a list.
  func draw(_ sightings: [MarbleSighting<Value>], length: Int) -> String {
    var legend: [(letter: Character, value: Value)] = []
    var picture = ""
    for group in groups(of: sightings.filter { !failureEnds || $0.token != .end || !sightings.contains(failureAt($0)) })
    {
      let frameNumber = Int(group[0].time / frame)
      guard frame * frameNumber == group[0].time, frameNumber >= picture.count else { return list(sightings) }
      picture += String(repeating: "-", count: frameNumber - picture.count)
      let marks = String(group.compactMap { mark(for: $0.token, &legend) })
      guard marks.count == group.count else { return list(sightings) }
      picture += group.count == 1 ? marks : "(\(marks))"
    }
    picture += String(repeating: "-", count: max(0, length - picture.count))
    return ([picture] + legend.map { "\($0.letter) = \($0.value)" }).joined(separator: "\n            ")
  }

  private func failureAt(_ end: MarbleSighting<Value>) -> MarbleSighting<Value> {
    MarbleSighting(time: end.time, token: .failure)
  }

  private func groups(of sightings: [MarbleSighting<Value>]) -> [[MarbleSighting<Value>]] {
    var groups: [[MarbleSighting<Value>]] = []
    for sighting in sightings {
      if groups.last?.first?.time == sighting.time {
        groups[groups.count - 1].append(sighting)
      } else {
        groups.append([sighting])
      }
    }
    return groups
  }

  private func mark(
    for token: MarbleToken<Value>, _ legend: inout [(letter: Character, value: Value)]
  ) -> Character? {
    switch token {
    case .failure: return "#"
    case .end: return "|"
    case .value(let seen):
      if let known = letters.first(where: { value($0) == seen }) { return known }
      if "\(seen)".count == 1, let itself = "\(seen)".first, value(itself) == seen { return itself }
      if let new = legend.first(where: { $0.value == seen }) { return new.letter }
      let free = "zyxwvutsrqponmlkjihgfedcbaZYXWVUTSRQPONMLKJIHGFEDCBA".first { letter in
        value(letter) == nil && !legend.contains { $0.letter == letter }
      }
      if let free { legend.append((free, seen)) }
      return free
    }
  }

  private func list(_ sightings: [MarbleSighting<Value>]) -> String {
    sightings.map { sighting in
      switch sighting.token {
      case .value(let value): "\(value) at \(sighting.time)"
      case .failure: "a failure at \(sighting.time)"
      case .end: "the end at \(sighting.time)"
      }
    }
    .joined(separator: "\n            ")
  }
}

/// A diagram has a letter without a value.
struct UnknownLetter: Error {
  let letter: Character
}
