import Foundation
import TidingsCore

/// Counts the cases that the tests of this process have run. When it ends it prints them, in lines that `Scripts/counted`
/// compares with the page *How promises are tested*: `counted: Laws: 7,178 cases`.
public enum Counted: Sendable {
  private struct Key: Hashable {
    let row: String
    let unit: String
  }

  private static let counts = Locked([Key: Int]())

  /// - Parameters:
  ///   - unit: What is counted, as the page names it behind the number.
  ///   - row: The first column of its row.
  public static func add(_ count: Int, _ unit: String, of row: String) {
    let isFirst = counts.withLock { counts in
      defer { counts[Key(row: row, unit: unit), default: 0] += count }
      return counts.isEmpty
    }
    if isFirst { atexit { Counted.report() } }
  }

  private static func report() {
    let lines = counts.withLock { counts in counts.map { line($0.key, $0.value) } }
    for line in lines.sorted() { print(line) }
    fflush(nil)
  }

  private static func line(_ key: Key, _ count: Int) -> String {
    let number = count.formatted(.number.locale(Locale(identifier: "en_US")))
    return "counted: \(key.row): \(number) \(key.unit)"
  }
}
