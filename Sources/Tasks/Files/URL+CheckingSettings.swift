import Foundation

extension URL {
  /// Whether a size that a file task or a sequence was given is one.
  func checkSetting(_ name: String, _ value: Int, for operation: FileError.Operation) throws(FileError) {
    guard value < 1 else { return }
    throw FileError(.invalidSetting("\(name) is \(value), and must be at least 1"), url: self, operation: operation)
  }
}
