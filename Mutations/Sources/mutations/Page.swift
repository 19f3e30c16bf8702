import Foundation
import Weaving

/// The numbers of mutations in *How promises are tested*.
enum Page {
  private static let path = "Sources/Tidings/Tidings.docc/HowPromisesAreTested.md"

  /// Writes the numbers, or returns whether they are there.
  static func update(_ catalog: Catalog, writes: Bool) throws -> Bool {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      self.line(String(line), catalog)
    }
    let updated = lines.joined(separator: "\n")
    if updated == text { return true }
    guard writes else {
      print("\(path) has other numbers of mutations; Scripts/mutations --write corrects them")
      return false
    }
    try updated.write(toFile: path, atomically: true, encoding: .utf8)
    return true
  }

  /// The row of the mutations ends in their number; each row of a promise has its own in the third column.
  private static func line(_ line: String, _ catalog: Catalog) -> String {
    var cells = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    if line.hasPrefix("| Mutations |"), cells.count == 5 {
      cells[3] = " \(catalog.mutations.count) mutations "
    } else if cells.count == 6, let promise = cells[1].split(separator: " ").first, isPromise(promise) {
      let count = catalog.mutations.filter { $0.promise.split(separator: " ").contains { $0 == promise } }.count
      cells[3] = count > 0 ? " \(count) " : " "
    }
    return cells.joined(separator: "|")
  }

  private static func isPromise(_ word: Substring) -> Bool {
    ["P", "V", "T"].contains(word.prefix(1)) && Int(word.dropFirst()) != nil
  }
}
