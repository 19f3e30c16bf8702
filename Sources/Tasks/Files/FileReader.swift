import Foundation

/// Reads a file from its beginning to its end, which is where the file ended when it was opened.
///
/// What is appended later is not read, so a reading always ends, and of a log that grows it is a whole beginning.
/// Files that the system makes up while they are read, as in `/proc`, say that they are empty, or as large as a page:
/// they are read for as long as they give something, up to a limit.
struct FileReader: Sendable {
  /// What a file that says it is empty may nevertheless have.
  static let unannouncedLimit: Int64 = 1 << 28

  let file: OpenFile
  /// The size of the file, if it has told.
  let expectedBytes: Int64?
  private let limit: Int64
  private let maximum: Int64?
  private(set) var offset: Int64 = 0

  init(
    _ url: URL, maximumByteCount maximum: Int64? = nil, for operation: FileError.Operation = .read
  ) throws(FileError) {
    // Not to wait for somebody to write into a pipe.
    file = try OpenFile(url, O_RDONLY | O_NONBLOCK | O_NOCTTY, for: operation)
    let status = try file.status()
    guard status.isRegular else { throw file.error(status.isFolder ? .system(.EISDIR) : .notARegularFile) }
    let size = Int64(status.st_size)
    if let maximum, size > maximum { throw file.error(.tooLarge(maximumByteCount: maximum)) }
    expectedBytes = size > 0 ? size : nil
    self.maximum = maximum
    limit = size > 0 ? size : min(maximum ?? .max, Self.unannouncedLimit)
  }

  /// Reads the next bytes into a buffer that has room for them; zero at the end.
  mutating func read(into bytes: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    let wanted = Int(min(Int64(bytes.count), limit - offset))
    let count = try unsafe file.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<wanted]), at: offset)
    offset += Int64(count)
    if count < wanted { try checkEnd() } else if count == 0, bytes.count > 0 { try checkLimit() }
    return count
  }

  /// The next chunk, smaller than wanted only at the end; nil after it.
  mutating func chunk(of byteCount: Int) throws(FileError) -> Data? {
    let room = Int(min(Int64(byteCount), max(limit - offset, 1)))
    // Neither filled with zeros nor copied: both were measured to cost a tenth or more of the whole.
    guard let bytes = unsafe malloc(room) else { throw file.error(.system(.ENOMEM), at: offset) }
    let count: Int
    do throws(FileError) {
      count = try unsafe read(into: UnsafeMutableRawBufferPointer(start: bytes, count: room))
    } catch {
      unsafe free(bytes)
      throw error
    }
    guard count > 0 else {
      unsafe free(bytes)
      return nil
    }
    // What is kept should not keep the room of a larger chunk.
    let kept = count < room / 2 ? unsafe realloc(bytes, count) ?? bytes : unsafe bytes
    return unsafe Data(bytesNoCopy: kept, count: count, deallocator: .free)
  }

  /// Goes past bytes that somebody else has read.
  mutating func skip(_ count: Int) {
    offset += Int64(count)
  }

  /// The file has ended before its size: was that taken away, or never true?
  private func checkEnd() throws(FileError) {
    guard let expectedBytes, offset < expectedBytes else { return }
    guard Int64(try file.status().st_size) >= expectedBytes else { throw file.error(.shrank, at: offset) }
  }

  /// The reading has come to its limit: has the file, if it did not tell where that is?
  private func checkLimit() throws(FileError) {
    guard expectedBytes == nil else { return }
    let next = try unsafe withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { byte throws(FileError) in
      try unsafe file.read(into: byte, at: offset)
    }
    if next > 0 { throw file.error(.tooLarge(maximumByteCount: maximum ?? limit), at: offset) }
  }
}
