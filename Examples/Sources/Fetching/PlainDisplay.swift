import Tidings

/// Says where each download has got to at every quarter, for output that is read later.
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
