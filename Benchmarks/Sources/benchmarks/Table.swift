/// A Markdown table whose columns are padded, so that it reads as well in a terminal.
struct Table {
  /// The first column holds names, the others numbers.
  let header: [String]
  var rows: [[String]] = []

  init(_ header: [String]) {
    self.header = header
  }

  init(_ header: String...) {
    self.init(header)
  }

  var markdown: String {
    let widths = header.indices.map { column in
      max(3, ([header] + rows).map { $0[column].count }.max() ?? 0)
    }
    let rule = widths.enumerated().map { column, width in
      String(repeating: "-", count: column == 0 ? width : width - 1) + (column == 0 ? "" : ":")
    }
    return ([header, rule] + rows).map { cells in
      let padded = zip(cells, widths).enumerated().map { column, cell in
        let (text, width) = cell
        let padding = String(repeating: " ", count: width - text.count)
        return column == 0 ? text + padding : padding + text
      }
      return "| " + padded.joined(separator: " | ") + " |"
    }.joined(separator: "\n")
  }
}
