package import Foundation

/// Splits text that arrives in chunks into lines.
package struct LineSplitter: Sendable {
  package struct Failure: Error, Equatable {
    package let reason: FileError.Reason
    /// The position of the first byte of the line.
    package let byte: Int64

    package init(reason: FileError.Reason, byte: Int64) {
      self.reason = reason
      self.byte = byte
    }
  }

  private let maximumByteCount: Int
  private let isRepairing: Bool
  /// The incomplete line at the end of the last chunk.
  private var rest: [UInt8] = []
  /// The position of its first byte.
  private var start: Int64 = 0

  package init(maximumByteCount: Int, isRepairing: Bool = false) {
    self.maximumByteCount = maximumByteCount
    self.isRepairing = isRepairing
  }

  package mutating func split(_ chunk: Data, _ emit: (String) -> Void) throws(Failure) {
    // A result, because this method of Data does not rethrow the type of the error.
    try unsafe chunk.withUnsafeBytes { bytes in
      Result { () throws(Failure) in try unsafe split(bytes, emit) }
    }.get()
  }

  private mutating func split(_ bytes: UnsafeRawBufferPointer, _ emit: (String) -> Void) throws(Failure) {
    var bytes = unsafe bytes
    while let first = bytes.baseAddress, let found = unsafe memchr(first, CInt(newline), bytes.count) {
      let length = unsafe UnsafeRawPointer(found) - first
      let line = unsafe UnsafeRawBufferPointer(rebasing: bytes[..<length])
      if rest.isEmpty {
        emit(try unsafe text(of: line).get())
        start += Int64(length + 1)
      } else {
        unsafe rest.append(contentsOf: line)
        try endOfRest(byteCount: rest.count + 1, emit)
      }
      unsafe bytes = UnsafeRawBufferPointer(rebasing: bytes[(length + 1)...])
    }
    unsafe rest.append(contentsOf: bytes)
    // A line of the maximum length may be followed by the `\r` of its ending, but by nothing else.
    guard rest.count <= maximumByteCount + 1 + markLength(rest.first) else {
      throw Failure(reason: .lineTooLong(maximumByteCount: maximumByteCount), byte: start)
    }
  }

  package mutating func finish(_ emit: (String) -> Void) throws(Failure) {
    // A file with only a byte order mark has no line.
    guard !rest.isEmpty, start > 0 || rest != byteOrderMark else { return }
    try endOfRest(byteCount: rest.count, endsWithFile: true, emit)
  }

  private mutating func endOfRest(
    byteCount: Int, endsWithFile: Bool = false, _ emit: (String) -> Void
  ) throws(Failure) {
    let line = try unsafe rest.withUnsafeBytes { unsafe text(of: $0, endsWithFile: endsWithFile) }.get()
    // Memory of an unusually long line is released.
    rest.removeAll(keepingCapacity: rest.capacity <= 1 << 16)
    start += Int64(byteCount)
    emit(line)
  }

  private func text(of line: UnsafeRawBufferPointer, endsWithFile: Bool = false) -> Result<String, Failure> {
    var text = unsafe line[...]
    // At the end of the file, a `\r` is part of the text.
    if !endsWithFile, unsafe text.last == carriageReturn { unsafe text.removeLast() }
    if start == 0, unsafe text.starts(with: byteOrderMark) { unsafe text.removeFirst(byteOrderMark.count) }
    if unsafe text.count > maximumByteCount {
      return .failure(Failure(reason: .lineTooLong(maximumByteCount: maximumByteCount), byte: start))
    }
    if let valid = unsafe String(validating: text, as: UTF8.self) { return .success(valid) }
    return isRepairing
      ? .success(unsafe String(decoding: text, as: UTF8.self)) : .failure(Failure(reason: .notText, byte: start))
  }

  /// The length of a byte order mark, which does not count.
  private func markLength(_ first: UInt8?) -> Int {
    start == 0 && first == byteOrderMark[0] ? byteOrderMark.count : 0
  }
}

private let newline = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")
private let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
