/// The events of a diagram, read from its text. ``Marbles`` describes the marks.
package struct MarbleDiagram: Sendable, Equatable {
  package enum Mark: Sendable, Equatable {
    case update(Character)
    case end, failure, subscribed, unsubscribed
  }

  package struct Entry: Sendable, Equatable {
    /// The number of frames before it.
    package let frame: Int
    package let mark: Mark
  }

  /// In order.
  package let entries: [Entry]
  /// The number of frames.
  package let length: Int

  package init(_ text: String) throws(MarbleSyntaxError) {
    var entries: [Entry] = []
    /// The frame of the group that is open.
    var group: Int?
    for (column, character) in text.enumerated() {
      func error(_ reason: String) -> MarbleSyntaxError {
        MarbleSyntaxError(text: text, column: column, reason: reason)
      }
      switch character {
      case "-", " ":
        if group != nil { throw error("no time passes inside a group") }
      case "(":
        if group != nil { throw error("a group cannot stand inside another") }
        group = column
      case ")":
        guard let opened = group else { throw error("no group is open here") }
        if entries.last?.frame != opened {
          throw MarbleSyntaxError(text: text, column: opened, reason: "this group is empty")
        }
        group = nil
      default:
        guard let mark = Mark(character) else {
          throw error("a mark is a letter, a digit, or one of - | # ( ) ^ !, not \(character)")
        }
        if entries.last?.mark == .end { throw error("nothing comes after the end") }
        if mark == .subscribed, entries.contains(where: { $0.mark == mark }) {
          throw error("one diagram shows one subscription")
        }
        entries.append(Entry(frame: group ?? column, mark: mark))
      }
    }
    if let group { throw MarbleSyntaxError(text: text, column: group, reason: "this group is not closed") }
    self.init(entries: entries, length: text.count)
  }

  init(entries: [Entry], length: Int) {
    self.entries = entries
    self.length = length
  }
}

/// An error in a marble diagram, with its column.
package struct MarbleSyntaxError: Error, Equatable, CustomStringConvertible {
  let text: String
  /// The column of the invalid mark, counted from zero.
  package let column: Int
  package let reason: String

  /// The diagram, with a pointer below the column.
  package var description: String {
    """
    A marble diagram cannot be read at column \(column + 1): \(reason)
      \(text)
      \(String(repeating: " ", count: column))^
    """
  }
}

extension MarbleDiagram {
  /// Draws events in the order of their frames, or returns nil if they do not fit into the columns.
  package static func drawing(_ entries: [Entry?], length: Int = 0) -> String? {
    var diagram = ""
    var rest = entries[...]
    while let next = rest.first {
      guard let next, next.frame >= diagram.count else { return nil }
      let marks = rest.prefix { $0?.frame == next.frame }.compactMap { $0?.mark.character }
      rest = rest.dropFirst(marks.count)
      diagram += String(repeating: "-", count: next.frame - diagram.count)
      diagram += marks.count == 1 ? String(marks) : "(\(String(marks)))"
    }
    return diagram + String(repeating: "-", count: max(0, length - diagram.count))
  }
}

extension MarbleDiagram.Entry {
  /// Whether the subscriber causes it.
  var isOfSubscriber: Bool { mark == .subscribed || mark == .unsubscribed }
}

extension MarbleDiagram.Mark {
  fileprivate init?(_ character: Character) {
    if let symbol = [.end, .failure, .subscribed, .unsubscribed].first(where: { (mark: Self) in
      mark.character == character
    }) {
      self = symbol
    } else if character.isLetter || character.isNumber {
      self = .update(character)
    } else {
      return nil
    }
  }

  fileprivate var character: Character {
    switch self {
    case .update(let letter): letter
    case .end: "|"
    case .failure: "#"
    case .subscribed: "^"
    case .unsubscribed: "!"
    }
  }
}
