import Dispatch
import Foundation
import Tidings

/// A file that is one line, as long as there are items.
final class LongLine: Sendable {
  /// So small that reading, and not the memory for a line, is what costs.
  private static let unit = String(repeating: "a line without an end;  ", count: 3).prefix(64)

  private let file = FileManager.default.temporaryDirectory.appending(path: "Tidings \(UUID().uuidString).txt")

  private init(of items: Int) {
    do {
      try Data(String(repeating: String(Self.unit), count: items).utf8).write(to: file)
    } catch {
      preconditionFailure("\(file.path) could not be written: \(error)")
    }
  }

  deinit {
    try? FileManager.default.removeItem(at: file)
  }

  /// Writes the file, and returns the reading of it.
  @Sendable
  static func read(_ items: Int) -> (_ step: Int) -> Void {
    let line = LongLine(of: items)
    return { step in
      guard step == 0 else { return }
      let length = items * unit.utf8.count
      let isOver = DispatchSemaphore(value: 0)
      let token = line.file.textLines(maximumByteCount: length).broadcaster().attach { line in
        guard case .success(let line) = line, line.utf8.count == length else {
          preconditionFailure("The line was not read")
        }
      }
      token.whenEnded(isolation: nil) { isOver.signal() }
      isOver.wait()
    }
  }
}
