import Foundation
import Testing

/// A marble diagram in a documentation comment.
///
///     source:  1 --- 2 --|
///     result:  2 --- 4 --|
///
/// Each row is a publisher, and each column a second. A row without spaces has one character for each update.
struct DocumentedDiagram: Sendable, CustomTestStringConvertible {
  /// An update, or the end `|`, and the column in which it begins.
  struct Mark: Sendable, Equatable {
    var column: Int
    var text: String
  }

  struct Row: Sendable {
    let label: String
    let marks: [Mark]
  }

  /// The file of the operator.
  let file: String
  /// The number of the diagram in the file, from zero.
  let number: Int
  let rows: [Row]
  let isCompact: Bool

  var testDescription: String { "\(file) \(number)" }

  subscript(label: String) -> [Mark]? { rows.first { $0.label == label }?.marks }

  /// All diagrams of the operators, in the order of the files.
  static let all: [DocumentedDiagram] = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Sources/Adapters")
    let files = FileManager.default.enumerator(at: root.standardized, includingPropertiesForKeys: nil)
    return (files?.compactMap { $0 as? URL } ?? [])
      .filter { $0.pathExtension == "swift" }
      .sorted { $0.path < $1.path }
      .flatMap(read)
  }()

  private static func read(_ file: URL) -> [DocumentedDiagram] {
    let lines = ((try? String(contentsOf: file, encoding: .utf8)) ?? "").split(
      separator: "\n", omittingEmptySubsequences: false)
    let blocks = lines.map { line in
      line.firstRange(of: "///     ").map { String(line[$0.upperBound...]) }
    }.split(separator: nil)
    var diagrams: [DocumentedDiagram] = []
    for block in blocks {
      let name = file.deletingPathExtension().lastPathComponent
      if let diagram = DocumentedDiagram(file: name, number: diagrams.count, lines: block.compactMap { $0 }) {
        diagrams.append(diagram)
      }
    }
    return diagrams
  }

  /// Returns nil for other code.
  private init?(file: String, number: Int, lines: [String]) {
    let labels = lines.compactMap { line in line.ranges(of: ":  ").last.map { line[..<$0.lowerBound] } }
    guard labels.count == lines.count, lines.contains(where: { $0.contains("--") || $0.hasSuffix("|") }) else {
      return nil
    }
    // All rows begin in the column behind the longest label.
    let start = (labels.map(\.count).max() ?? 0) + ":  ".count
    let texts = lines.map { Self.withoutLegend($0.dropFirst(start)) }
    let isCompact = !texts.contains { $0.contains(" ") }
    self.file = file
    self.number = number
    self.isCompact = isCompact
    rows = zip(labels, texts).map { label, text in
      Row(label: label.trimmingCharacters(in: .whitespaces), marks: Self.marks(in: text, isCompact))
    }
  }

  /// The text up to the end, without explanations of letters behind it.
  private static func withoutLegend(_ text: Substring) -> String {
    let end = text.firstRange(of: "|  ")?.lowerBound
    return String(end.map { text[...$0] } ?? text)
  }

  private static func marks(in text: String, _ isCompact: Bool) -> [Mark] {
    var marks: [Mark] = []
    var current: Mark?
    var depth = 0
    func finish() {
      if let mark = current { marks.append(mark) }
      current = nil
    }
    for (column, character) in text.enumerated() {
      let isSeparator = character == " " || character == "-" || character == "|"
      if depth == 0, isSeparator || isCompact {
        finish()
        if character == " " || character == "-" { continue }
      }
      if current == nil { current = Mark(column: column, text: "") }
      current?.text.append(character)
      if "([".contains(character) { depth += 1 }
      if ")]".contains(character) { depth -= 1 }
      if character == "|", depth == 0 { finish() }
    }
    finish()
    return marks
  }

  /// The marks as they are drawn. A mark that overlaps the next one moves it to the right.
  func drawn(_ marks: [Mark]) -> [Mark] {
    var end = 0
    return marks.map { mark in
      let isFirst = end == 0
      var drawn = mark
      drawn.column = max(mark.column, mark.text == "|" || isFirst || isCompact ? end : end + 1)
      end = drawn.column + mark.text.count
      return drawn
    }
  }
}
