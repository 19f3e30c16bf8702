import Foundation

/// A file descriptor that is closed with its last reference.
///
/// In this folder, `unsafe` marks pointers to a path or to bytes that the C library uses only during the call.
final class OpenFile: Sendable {
  let descriptor: CInt
  let url: URL
  let operation: FileError.Operation

  init(_ url: URL, _ flags: CInt, mode: mode_t = 0, for operation: FileError.Operation) throws(FileError) {
    let descriptor = try unsafe url.withPath(for: operation) { unsafe open($0, flags | O_CLOEXEC, mode) }
    guard descriptor >= 0 else { throw FileError(.last, url: url, operation: operation) }
    self.descriptor = descriptor
    self.url = url
    self.operation = operation
  }

  deinit {
    close(descriptor)
  }

  func error(_ reason: FileError.Reason, at byte: Int64? = nil, underlying: (any Error)? = nil) -> FileError {
    FileError(reason, url: url, operation: operation, byte: byte, underlying: underlying)
  }

  /// Returns the attributes of the file.
  func status() throws(FileError) -> stat {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw error(.last) }
    return status
  }

  /// Reads bytes, fewer than wanted only at the end of the file.
  func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int64) throws(FileError) -> Int {
    var count = 0
    while count < bytes.count {
      let position = off_t(offset + Int64(count))
      let result = unsafe pread(descriptor, bytes.baseAddress! + count, bytes.count - count, position)
      if result == 0 { break }
      if result > 0 {
        count += result
      } else if errno != EINTR {
        throw error(.last, at: offset + Int64(count))
      }
    }
    return count
  }

  /// Appends all bytes.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(FileError) {
    var count = 0
    while count < bytes.count {
      let result = unsafe Foundation.write(descriptor, bytes.baseAddress! + count, bytes.count - count)
      if result >= 0 {
        count += result
      } else if errno != EINTR {
        throw error(.last, at: offset + Int64(count))
      }
    }
  }

  /// Returns when everything that was written is on the disk.
  func synchronize() throws(FileError) {
    guard isSynchronized(by: { synchronizeFile(descriptor) }) else { throw error(.last) }
  }
}

extension URL {
  /// Calls a function with the path for the C library.
  func withPath<Result>(
    for operation: FileError.Operation, _ body: (UnsafePointer<CChar>) -> Result
  ) throws(FileError) -> Result {
    // A URL of another scheme has a path, too. A path that is not UTF-8 becomes empty.
    let result =
      unsafe isFileURL
      ? withUnsafeFileSystemRepresentation { path -> Result? in
        guard let path = unsafe path, unsafe path.pointee != 0 else { return nil }
        return unsafe body(path)
      } : nil
    guard let result else { throw FileError(.notAFileURL, url: self, operation: operation) }
    return result
  }
}

extension stat {
  var isRegular: Bool { st_mode & S_IFMT == S_IFREG }
  var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
}

#if canImport(Darwin)
  /// Writes the content of a file to the disk before everything that is written afterwards.
  ///
  /// A barrier costs less than `F_FULLFSYNC`, and only the order matters here. File systems without barriers get `fsync`,
  /// after which the disk may still write in another order.
  func synchronizeData(of descriptor: CInt) -> CInt {
    fcntl(descriptor, F_BARRIERFSYNC) == 0 ? 0 : fsync(descriptor)
  }

  /// Writes the content and the attributes of a file, or the names in a folder, to the disk.
  func synchronizeFile(_ descriptor: CInt) -> CInt { synchronizeData(of: descriptor) }
#else
  /// Writes the content of a file to the disk.
  func synchronizeData(of descriptor: CInt) -> CInt { fdatasync(descriptor) }

  /// Writes the content and the attributes of a file, or the names in a folder, to the disk.
  func synchronizeFile(_ descriptor: CInt) -> CInt { fsync(descriptor) }
#endif

/// Repeats a call that synchronizes while signals interrupt it, and returns whether it succeeded. If it returns false,
/// `errno` has the reason.
func isSynchronized(by call: () -> CInt) -> Bool {
  while call() != 0 {
    // Some file systems, and folders on some, have nothing to synchronize and report that as an error.
    if errno == EINVAL || errno == ENOTSUP { return true }
    guard errno == EINTR else { return false }
  }
  return true
}
