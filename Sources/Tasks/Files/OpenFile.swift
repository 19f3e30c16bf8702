import Foundation

/// A file descriptor that is closed with its last reference.
///
/// In this folder, `unsafe` marks pointers to a path or to bytes that the C library uses only during the call.
final class OpenFile: Sendable {
  let descriptor: CInt
  private let reportedURL: URL
  private let operation: FileError.Operation

  /// - Parameter reportedURL: The URL in errors, or nil for that of the file.
  init(
    _ url: URL, _ flags: CInt, mode: mode_t = 0, for operation: FileError.Operation, reportedURL: URL? = nil
  ) throws(FileError) {
    let descriptor = try unsafe url.withPath(for: operation) { unsafe open($0, flags | O_CLOEXEC, mode) }
    guard descriptor >= 0 else { throw FileError(.last, url: reportedURL ?? url, operation: operation) }
    self.descriptor = descriptor
    self.reportedURL = reportedURL ?? url
    self.operation = operation
  }

  deinit { close(descriptor) }

  func error(_ reason: FileError.Reason, at byte: Int64? = nil, underlying: (any Error)? = nil) -> FileError {
    FileError(reason, url: reportedURL, operation: operation, byte: byte, underlying: underlying)
  }

  func status() throws(FileError) -> stat {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw error(.last) }
    return status
  }

  /// The most bytes of one call. Darwin fails for more than 2 GiB.
  static let callLimit = 1 << 30

  /// Reads bytes, fewer than requested only at the end of the file.
  func read(_ byteCount: Int, at offset: Int64) throws(FileError) -> Data {
    // More memory than there is would end the program when it is written. Virtual files may report such a size.
    let isAvailable = UInt64(byteCount) <= ProcessInfo.processInfo.physicalMemory
    // `Data(count:)` would write zeros first, which takes a third of the time of reading from the cache.
    guard isAvailable, let buffer = unsafe malloc(max(byteCount, 1)) else { throw error(.system(.ENOMEM), at: offset) }
    var count = 0
    while count < byteCount {
      let result = unsafe pread(
        descriptor, buffer + count, min(byteCount - count, Self.callLimit), off_t(offset) + off_t(count))
      if result == 0 { break }
      if result > 0 {
        count += result
      } else if errno != EINTR {
        let reason = FileError.Reason.last
        unsafe free(buffer)
        throw error(reason, at: offset + Int64(count))
      }
    }
    // A short result does not keep the memory of a full one. `Data` takes the buffer only now, because it copies a few bytes
    // and frees their buffer immediately.
    let bytes = unsafe count == byteCount ? buffer : realloc(buffer, max(count, 1)) ?? buffer
    return unsafe Data(bytesNoCopy: bytes, count: count, deallocator: .free)
  }

  func write(_ data: Data, at offset: Int64) throws(FileError) {
    let count = DiskCalls().write(data, to: descriptor, at: offset)
    guard count == data.count else { throw error(.last, at: offset + Int64(count)) }
  }

  func synchronize() throws(FileError) { guard synchronizeFile(descriptor) else { throw error(.last) } }
}

/// Writes a file and its attributes, or the names in a folder, to the disk. If that fails, `errno` has the reason.
func synchronizeFile(_ descriptor: CInt) -> Bool {
  #if canImport(Darwin)
    // A barrier costs less than `F_FULLFSYNC`, and only the order of writes matters here. File systems without barriers
    // get `fsync`, after which the disk may still write in another order.
    if fcntl(descriptor, F_BARRIERFSYNC) == 0 { return true }
  #endif
  while fsync(descriptor) != 0 {
    // Some file systems, and folders on some, have nothing to synchronize and report that as an error.
    if errno == EINVAL || errno == ENOTSUP { return true }
    guard errno == EINTR else { return false }
  }
  return true
}

extension URL {
  func withPath<Result>(
    for operation: FileError.Operation, _ body: (UnsafePointer<CChar>) -> Result
  ) throws(FileError) -> Result {
    var code: CInt = 0
    // A URL of another scheme has a path, too. A path that is not UTF-8 becomes empty.
    let result =
      unsafe isFileURL
      ? withUnsafeFileSystemRepresentation { path -> Result? in
        guard let path = unsafe path, unsafe path.pointee != 0 else { return nil }
        defer { code = errno }
        return unsafe body(path)
      } : nil
    // The release of the path may have changed it.
    errno = code
    guard let result else { throw FileError(.notAFileURL, url: self, operation: operation) }
    return result
  }
}

extension stat {
  var isRegular: Bool { st_mode & S_IFMT == S_IFREG }
  var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
  var isLink: Bool { st_mode & S_IFMT == S_IFLNK }
}

/// Reads a file from its beginning to the end that it had when it was opened.
///
/// Bytes that are appended later are not read, so reading a growing log ends. Virtual files such as those in `/proc`
/// report a size of zero or of one page, so they are read until the end of the file, up to a limit.
struct FileReader: Sendable {
  /// The largest virtual file that is read, in bytes.
  private static let virtualFileLimit: Int64 = 1 << 28

  let file: OpenFile
  /// The size of the file in bytes, or nil if it reports none.
  let expectedBytes: Int64?
  private let limit: Int64
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
    limit = size > 0 ? size : min(maximum ?? .max, Self.virtualFileLimit)
  }

  /// Returns the next chunk, which is shorter than requested only at the end; nil after it.
  mutating func chunk(of byteCount: Int) throws(FileError) -> Data? {
    // One byte behind the limit shows that a virtual file is too large.
    let end = expectedBytes ?? limit + 1
    let wanted = Int(min(Int64(byteCount), end - offset))
    let chunk = try file.read(wanted, at: offset)
    offset += Int64(chunk.count)
    guard offset <= limit else { throw file.error(.tooLarge(maximumByteCount: limit), at: limit) }
    // A file that ends early became shorter, or is a virtual file that never had the size that it reports.
    if let expectedBytes, chunk.count < wanted, Int64(try file.status().st_size) < expectedBytes {
      throw file.error(.shrank, at: offset)
    }
    return chunk.isEmpty ? nil : chunk
  }

  mutating func readAll(
    _ chunkSize: Int, _ progress: inout FileProgress, _ process: (Data) throws(FileError) -> Void
  ) async throws(FileError) {
    progress.expect(expectedBytes)
    while let chunk = try chunk(of: chunkSize) {
      try process(chunk)
      try await progress.advance(by: chunk.count)
    }
  }
}
