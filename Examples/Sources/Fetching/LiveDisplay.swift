/// Draws all lines over those it drew before, on a terminal that understands ANSI escape sequences.
package struct LiveDisplay {
  private let columns: Int
  private var drawnLines = 0

  package init(columns: Int) {
    self.columns = columns
  }

  package mutating func text(for lines: [ProgressLine]) -> String {
    let up = drawnLines > 0 ? "\u{1B}[\(drawnLines)A" : ""
    drawnLines = lines.count
    return up + lines.map { "\r\u{1B}[2K\($0.text(columns: columns))\n" }.joined()
  }
}
