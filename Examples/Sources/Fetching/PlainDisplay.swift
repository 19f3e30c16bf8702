import Tidings

/// Prints a line for each quarter of a download, for output that is not a terminal.
package struct PlainDisplay {
  private var quarters: [Int: Int] = [:]

  package init() {}

  /// Returns the text for a changed line, if any.
  package mutating func text(for line: ProgressLine, at index: Int) -> String? {
    guard case .downloading(let progress) = line.state else { return nil }
    let quarter = (progress.percent ?? 0) / 25
    guard quarter > quarters[index, default: -1] else { return nil }
    quarters[index] = quarter
    let whole = progress.expectedBytes.map { "\(quarter * 25) % of \(bytes($0))" } ?? "started"
    return "\(line.name): \(whole)\n"
  }
}
