/// Draws all lines over the previous ones, on a terminal that supports ANSI escape sequences.
package struct LiveDisplay {
  private let columns: Int
  private var drawnRows = 0

  package init(columns: Int) {
    self.columns = columns
  }

  package mutating func text(for lines: [ProgressLine], total: TotalLine) -> String {
    let up = drawnRows > 0 ? "\u{1B}[\(drawnRows)A" : ""
    let rows = lines.map { $0.text(columns: columns) } + [total.text(columns: columns)]
    drawnRows = rows.count
    // The row is cut off at the width of the terminal, because a wrapped row cannot be overwritten.
    return "\u{1B}[?7l" + up + rows.map { "\r\u{1B}[2K\($0)\n" }.joined() + "\u{1B}[?7h"
  }
}
