import Foundation

/// Reads a file from its beginning to the end that it had when it was opened.
///
/// Bytes that are appended later are not read, so reading a growing log ends. Virtual files such as those in `/proc`
/// report a size of zero or of one page, so they are read until the end of the file, up to a limit.
struct FileReader: Sendable {
  /// The largest virtual file that is read, in bytes.
  static let virtualFileLimit: Int64 = 1 << 28

  let file: OpenFile
  /// The size of the file in bytes, or nil if it reports none.
  let expectedBytes: Int64?
  private let limit: Int64
  private let maximum: Int64?
  private(set) var offset: Int64 = 0

  init(
    _ url: URL, maximumByteCount maximum: Int64? = nil, for operation: FileError.Operation = .read
  ) throws(FileError) {
    // Without O_NONBLOCK, opening a pipe waits for a writer.
    file = try OpenFile(url, O_RDONLY | O_NONBLOCK | O_NOCTTY, for: operation)
    let status = try file.status()
    guard status.isRegular else { throw file.error(status.isFolder ? .system(.EISDIR) : .notARegularFile) }
    let size = Int64(status.st_size)
    if let maximum, size > maximum { throw file.error(.tooLarge(maximumByteCount: maximum)) }
    expectedBytes = size > 0 ? size : nil
    self.maximum = maximum
    limit = size > 0 ? size : min(maximum ?? .max, Self.virtualFileLimit)
  }

  /// Reads the next bytes into a buffer, and returns how many; zero at the end.
  mutating func read(into bytes: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    let wanted = Int(min(Int64(bytes.count), limit - offset))
    let count = try unsafe file.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<wanted]), at: offset)
    offset += Int64(count)
    if count < wanted { try checkEnd() } else if count == 0, bytes.count > 0 { try checkLimit() }
    return count
  }

  /// Returns the next chunk, which is shorter than requested only at the end; nil after it.
  mutating func chunk(of byteCount: Int) throws(FileError) -> Data? {
    let room = Int(min(Int64(byteCount), max(limit - offset, 1)))
    var chunk = try memory(byteCount: room)
    let count = try read(into: &chunk, from: 0, atMost: room)
    guard count > 0 else { return nil }
    // A short chunk is copied, so that it does not keep the memory of a full one.
    return count < room / 2 ? Data(chunk.prefix(count)) : chunk.prefix(count)
  }

  /// Reads the rest of the file into one piece of memory.
  mutating func rest(chunkSize: Int, progress: inout FileProgress) async throws(FileError) -> Data {
    guard let expectedBytes else {
      var data = Data()
      while let chunk = try chunk(of: chunkSize) {
        data.append(chunk)
        try await progress.advance(by: chunk.count)
      }
      return data
    }
    let size = Int(expectedBytes - offset)
    var data = try memory(byteCount: size)
    var count = 0
    while true {
      let part = try read(into: &data, from: count, atMost: min(chunkSize, size - count))
      guard part > 0 else { return data.prefix(count) }
      count += part
      try await progress.advance(by: part)
    }
  }

  /// Returns memory with any content. `Data(count:)` would fill it with zeros, and end the program where a virtual file
  /// reports a size larger than all memory.
  private func memory(byteCount: Int) throws(FileError) -> Data {
    guard let bytes = unsafe malloc(byteCount) else { throw file.error(.system(.ENOMEM), at: offset) }
    return unsafe Data(bytesNoCopy: bytes, count: byteCount, deallocator: .free)
  }

  private mutating func read(into data: inout Data, from start: Int, atMost count: Int) throws(FileError) -> Int {
    // A result, because this method of Data does not rethrow the type of the error.
    try unsafe data.withUnsafeMutableBytes { bytes in
      Result { () throws(FileError) in
        try unsafe read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[start..<(start + count)]))
      }
    }.get()
  }

  /// The file ended before the size that it had: checks whether it became shorter or never had that size.
  private func checkEnd() throws(FileError) {
    guard let expectedBytes, offset < expectedBytes else { return }
    guard Int64(try file.status().st_size) >= expectedBytes else { throw file.error(.shrank, at: offset) }
  }

  /// The limit is reached: checks whether that is the end of a file that reported no size.
  private func checkLimit() throws(FileError) {
    guard expectedBytes == nil else { return }
    let next = try unsafe withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { byte throws(FileError) in
      try unsafe file.read(into: byte, at: offset)
    }
    if next > 0 { throw file.error(.tooLarge(maximumByteCount: maximum ?? limit), at: offset) }
  }
}
