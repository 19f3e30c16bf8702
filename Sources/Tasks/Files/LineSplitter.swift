package import Foundation
package import TidingsCore

/// Splits text that arrives in chunks into lines.
package struct LineSplitter: Sendable {
  private let file: URL
  private let maximumByteCount: Int
  private let isRepairing: Bool
  /// The incomplete line at the end of the last chunk.
  private var rest: [UInt8] = []
  /// The position of its first byte in the file.
  private var start: Int64 = 0

  package init(of file: URL, maximumByteCount: Int, isRepairing: Bool = false) {
    self.file = file
    self.maximumByteCount = maximumByteCount
    self.isRepairing = isRepairing
  }

  /// Appends the lines that end in the next chunk.
  package mutating func split(_ chunk: Data, into lines: inout FIFO<String>) throws(FileError) {
    var (lineStart, searched) = (0, rest.count)
    rest.append(contentsOf: chunk)
    while let end = rest[searched...].firstIndex(of: newline) {
      let line = rest[lineStart..<end]
      lines.append(try text(of: line.last == carriageReturn ? line.dropLast() : line))
      start += Int64(line.count + 1)
      (lineStart, searched) = (end + 1, end + 1)
    }
    rest.removeFirst(lineStart)
    // A line of the maximum length may be followed by the `\r` of its ending, but by nothing else.
    let markLength = start == 0 && rest.first == byteOrderMark[0] ? byteOrderMark.count : 0
    guard rest.count - markLength - 1 <= maximumByteCount else { throw tooLong }
  }

  /// Appends the line that ends with the file. There, a `\r` is part of the text.
  package mutating func finish(into lines: inout FIFO<String>) throws(FileError) {
    // A file with only a byte order mark has no line.
    guard !rest.isEmpty, start > 0 || rest != byteOrderMark else { return }
    lines.append(try text(of: rest[...]))
  }

  private func text(of line: ArraySlice<UInt8>) throws(FileError) -> String {
    let hasMark = start == 0 && line.starts(with: byteOrderMark)
    let line = hasMark ? line.dropFirst(byteOrderMark.count) : line
    guard line.count <= maximumByteCount else { throw tooLong }
    if let text = String(validating: line, as: UTF8.self) { return text }
    guard isRepairing else { throw FileError(.notText, url: file, operation: .read, byte: start) }
    return String(decoding: line, as: UTF8.self)
  }

  private var tooLong: FileError {
    FileError(.lineTooLong(maximumByteCount: maximumByteCount), url: file, operation: .read, byte: start)
  }
}

private let newline = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")
private let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
