import Foundation

/// The page that carries the tables. What stands outside the markers is written by people and stays as it is.
enum Readme {
  /// What stands between two markers.
  enum Section: String {
    case costs = "<!-- Written by `benchmarks --write`. -->"
    case peers = "<!-- Written by `benchmarks --peers --write`. -->"
    case shapes = "<!-- Written by `benchmarks --shapes --write`. -->"
    case transfers = "<!-- Written by `benchmarks --transfers --write`. -->"
  }

  static let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../README.md").standardized

  private static let closing = "<!-- End of what is written. -->"

  struct MarkersMissing: Error {}

  static func replace(_ section: Section, with tables: String) throws {
    let page = try String(contentsOf: url, encoding: .utf8)
    guard let start = page.range(of: section.rawValue),
      let end = page.range(of: closing, range: start.upperBound..<page.endIndex)
    else { throw MarkersMissing() }
    let rewritten = page[..<start.upperBound] + "\n\n\(tables)\n\n" + page[end.lowerBound...]
    try rewritten.write(to: url, atomically: true, encoding: .utf8)
  }
}
