import Foundation

/// The page that carries the tables. What stands outside the two markers is written by people and stays as it is.
enum Readme {
  static let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../README.md").standardized

  private static let opening = "<!-- Written by `benchmarks --write`. -->"
  private static let closing = "<!-- End of what is written. -->"

  struct MarkersMissing: Error {}

  static func replaceTables(with tables: String) throws {
    let page = try String(contentsOf: url, encoding: .utf8)
    guard let start = page.range(of: opening), let end = page.range(of: closing), start.upperBound <= end.lowerBound
    else { throw MarkersMissing() }
    let rewritten = page[..<start.upperBound] + "\n\n\(tables)\n\n" + page[end.lowerBound...]
    try rewritten.write(to: url, atomically: true, encoding: .utf8)
  }
}
