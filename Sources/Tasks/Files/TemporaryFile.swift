package import Foundation
import Synchronization
import TidingsCore

/// A file that is written beside its destination and replaces it when it is complete.
///
/// It is in the same folder, because a rename is atomic only within a file system. It is removed with its last reference
/// unless it was moved into place. A process that is killed in between leaves a hidden file whose name ends with
/// `.partial`.
package final class TemporaryFile: Sendable {
  package let destination: URL
  package let url: URL
  let file: OpenFile
  private let isInPlace = Atomic(false)

  package init(for destination: URL, operation: FileError.Operation = .write) throws(FileError) {
    let mode = try Self.modeOfReplacedFile(at: destination, for: operation)
    // A name of its own, because the longest name leaves no room for a suffix.
    let name = ".\(UUID().uuidString).partial"
    let url = destination.deletingLastPathComponent().appending(component: name)
    do throws(FileError) {
      // Users who could not read the old file must not be able to open the new one, not even before fchmod.
      file = try OpenFile(url, O_WRONLY | O_CREAT | O_EXCL, mode: mode == nil ? 0o666 : 0o600, for: operation)
    } catch {
      // The caller knows the name of the destination only.
      throw FileError(error.reason, url: destination, operation: operation)
    }
    self.destination = destination
    self.url = url
    if let mode { fchmod(file.descriptor, mode) }
  }

  deinit {
    if !isInPlace.load(ordering: .relaxed) { remove() }
  }

  private static func modeOfReplacedFile(
    at destination: URL, for operation: FileError.Operation
  ) throws(FileError) -> mode_t? {
    let replaced = try unsafe destination.withPath(for: operation) { path in
      Result { () throws(POSIXError) in try unsafe ReplacedFile(at: path) }
    }
    switch replaced {
    case .success(let file): return file.mode
    case .failure(let error): throw FileError(.system(error.code), url: destination, operation: operation)
    }
  }

  /// Appends bytes. Only one thread at a time may write.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(FileError) {
    do throws(FileError) {
      try unsafe file.write(bytes, at: offset)
    } catch {
      throw named(error)
    }
  }

  /// Appends bytes. Only one thread at a time may write.
  package func write(_ data: Data, at offset: Int64) throws(FileError) {
    try unsafe data.withUnsafeBytes { bytes in
      Result { () throws(FileError) in try unsafe write(bytes, at: offset) }
    }.get()
  }

  /// Moves the file to its destination, replacing any file there, and returns when everything is on the disk.
  package func putInPlace() throws(FileError) {
    do throws(FileError) {
      try file.synchronize()
    } catch {
      throw named(error)
    }
    let result = try unsafe url.withPath(for: file.operation) { path in
      Result { () throws(FileError) in
        try unsafe destination.withPath(for: file.operation) { unsafe rename(path, $0) }
      }
    }.get()
    guard result == 0 else { throw named(file.error(.last)) }
    isInPlace.store(true, ordering: .relaxed)
    // Without this, a power cut can lose the name, though not the content. The file is in place now, so a folder that
    // cannot be opened for reading is not a failure.
    try? OpenFile(destination.deletingLastPathComponent(), O_RDONLY | O_DIRECTORY, for: file.operation).synchronize()
  }

  private func remove() {
    _ = try? unsafe url.withPath(for: file.operation) { unsafe unlink($0) }
  }

  private func named(_ error: FileError) -> FileError {
    FileError(error.reason, url: destination, operation: error.operation, byte: error.byte)
  }
}

/// The file that a new file replaces, if there is one.
///
/// It is examined before anything is written. The rename would report a name that is too long, or a folder at the
/// destination, only after everything was transferred.
struct ReplacedFile {
  /// The permissions that the new file takes over; nil unless there is a regular file. A symbolic link is replaced itself.
  let mode: mode_t?

  /// - Parameter path: The destination of the new file.
  /// - Throws: `EISDIR` for a folder, `EEXIST` for a pipe, a socket or a device, or the error of the system for a path that
  ///   no file can have.
  init(at path: UnsafePointer<CChar>) throws(POSIXError) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else {
      let error = POSIXError.last
      guard error.code == .ENOENT else { throw error }
      mode = nil
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: mode = status.st_mode & 0o777
    case S_IFLNK: mode = nil
    case S_IFDIR: throw POSIXError(.EISDIR)
    default: throw POSIXError(.EEXIST)
    }
  }
}
