/// The change that a patch makes to one file.
public struct FileChange: Sendable {
  /// The path from the root of the repository.
  public let path: String
  let hunks: [Hunk]

  static func all(in lines: ArraySlice<String>, of name: String) throws(WeavingError) -> [FileChange] {
    var changes: [FileChange] = []
    var path: String?
    var hunks: [Hunk] = []
    func add() {
      if let path { changes.append(FileChange(path: path, hunks: hunks)) }
      hunks = []
    }
    for line in lines {
      if line.hasPrefix("--- ") {
        add()
        path = nil
      } else if line.hasPrefix("+++ b/") {
        path = String(line.dropFirst(6))
      } else if line.hasPrefix("@@ ") {
        hunks.append(try Hunk(header: line, of: name))
      } else if !hunks.isEmpty, path != nil {
        hunks[hunks.count - 1].append(line)
      }
    }
    add()
    guard !changes.isEmpty, changes.allSatisfy({ !$0.hunks.isEmpty }) else {
      throw WeavingError("\(name): the patch changes nothing")
    }
    return changes
  }
}

/// A few lines that are replaced, with the lines around them.
struct Hunk: Sendable {
  /// A run of lines that is replaced; the range counts from the beginning of the file.
  struct Edit: Sendable {
    let range: Range<Int>
    let lines: [String]
  }

  private enum Line: Sendable {
    case kept(String)
    case removed(String)
    case added(String)
  }

  private let start: Int
  private var lines: [Line] = []

  init(header: String, of name: String) throws(WeavingError) {
    let number = header.drop { $0 != "-" }.dropFirst().prefix { $0.isNumber }
    guard let start = Int(number), start > 0 else { throw WeavingError("\(name): no hunk begins with \(header)") }
    self.start = start - 1
  }

  mutating func append(_ line: String) {
    switch line.first {
    case "-": lines.append(.removed(String(line.dropFirst())))
    case "+": lines.append(.added(String(line.dropFirst())))
    case " ": lines.append(.kept(String(line.dropFirst())))
    // An empty line at the end of the patch is none of the file; others may have lost their space.
    case nil: lines.append(.kept(""))
    default: break
    }
  }

  /// The edits of a file; nil when the file has no such lines any more.
  func edits(of file: [String]) -> [Edit]? {
    var hunk = self
    while case .kept("") = hunk.lines.last { hunk.lines.removeLast() }
    let expected = hunk.lines.compactMap { line -> String? in
      switch line {
      case .kept(let text), .removed(let text): text
      case .added: nil
      }
    }
    let places = (0...max(0, file.count - expected.count)).filter { file[$0...].starts(with: expected) }
    return places.min { abs($0 - start) < abs($1 - start) }.map { hunk.edits(at: $0) }
  }

  private func edits(at place: Int) -> [Edit] {
    var edits: [Edit] = []
    var index = place
    var first = place
    var added: [String] = []
    func add() {
      if first < index || !added.isEmpty { edits.append(Edit(range: first..<index, lines: added)) }
      added = []
    }
    for line in lines {
      switch line {
      case .kept:
        add()
        index += 1
        first = index
      case .removed: index += 1
      case .added(let text): added.append(text)
      }
    }
    add()
    return edits
  }
}
