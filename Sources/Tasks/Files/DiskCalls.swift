package import Foundation

/// The system calls that change the files of a download.
///
/// The tests of power cuts record each successful call, and replay them with losses. After a failed call, `errno` has the
/// reason. `unsafe` marks pointers to a path or to bytes that the C library uses only during the call.
package struct DiskCalls: Sendable {
  /// A call that has succeeded.
  package enum Change: Sendable {
    /// A file was opened for writing, or created.
    case opened(URL, descriptor: CInt)
    case written(CInt, Data, at: Int64)
    case truncated(CInt, to: Int64)
    /// Everything that was written before is on the disk, and so is the size.
    case synchronized(CInt)
    case renamed(URL, to: URL)
    case removed(URL)
    /// The names that were added and removed before are on the disk.
    case synchronizedNames
  }

  /// Called with each change before the call returns.
  package var record: (@Sendable (Change) -> Void)?

  package init() {}

  func open(_ file: URL, _ flags: CInt, mode: mode_t) -> CInt {
    let descriptor = unsafe Foundation.open(file.path, flags | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode)
    if descriptor >= 0 { record?(.opened(file, descriptor: descriptor)) }
    return descriptor
  }

  /// Writes all bytes. Returns whether that succeeded.
  func write(_ data: Data, to descriptor: CInt, at offset: Int64) -> Bool {
    var position = off_t(offset)
    var rest = data[...]
    while !rest.isEmpty {
      let written = unsafe rest.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, position) }
      if written >= 0 {
        record?(.written(descriptor, Data(rest.prefix(written)), at: Int64(position)))
        position += off_t(written)
        rest = rest.dropFirst(written)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  func truncate(_ descriptor: CInt, to byteCount: Int64) -> Bool {
    guard ftruncate(descriptor, off_t(byteCount)) == 0 else { return false }
    record?(.truncated(descriptor, to: byteCount))
    return true
  }

  /// Returns when a file and its attributes are on the disk.
  func synchronize(_ descriptor: CInt) -> Bool {
    guard synchronizeFile(descriptor) else { return false }
    record?(.synchronized(descriptor))
    return true
  }

  func rename(_ file: URL, to other: URL) -> Bool {
    guard unsafe Foundation.rename(file.path, other.path) == 0 else { return false }
    record?(.renamed(file, to: other))
    return true
  }

  @discardableResult
  func remove(_ file: URL) -> Bool {
    guard unsafe unlink(file.path) == 0 else { return false }
    record?(.removed(file))
    return true
  }

  /// Writes the names in a folder to the disk, if the file system can do that.
  func synchronizeNames(in folder: URL) {
    let descriptor = unsafe Foundation.open(folder.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = synchronizeFile(descriptor)
    close(descriptor)
    record?(.synchronizedNames)
  }
}
