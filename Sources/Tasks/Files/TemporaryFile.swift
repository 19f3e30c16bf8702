package import Foundation
import Synchronization
import TidingsCore

/// A file that is written beside its destination and takes its place once it is whole.
///
/// In the same folder, because only there a rename is atomic, and because the disk that fills up is then the right one.
/// It is removed with its last reference unless it was put in its place. What a process leaves that is killed in
/// between is a hidden file whose name ends with `.partial`.
package final class TemporaryFile: Sendable {
  package let destination: URL
  package let url: URL
  let file: OpenFile
  private let isInPlace = Atomic(false)

  package init(for destination: URL, operation: FileError.Operation = .write) throws(FileError) {
    let mode = try Self.modeOfReplacedFile(at: destination, for: operation)
    // So short that it fits in beside the longest name, whatever bytes this one has.
    let name = ".\(UUID().uuidString).partial"
    let url = destination.deletingLastPathComponent().appending(component: name)
    do throws(FileError) {
      // Nobody may read what others could not read before, not for a moment either.
      file = try OpenFile(url, O_WRONLY | O_CREAT | O_EXCL, mode: mode == nil ? 0o666 : 0o600, for: operation)
    } catch {
      // What people know is the name they have asked for.
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

  /// Appends bytes; they come from one thread at a time.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(FileError) {
    do throws(FileError) {
      try unsafe file.write(bytes, at: offset)
    } catch {
      throw named(error)
    }
  }

  /// Appends bytes; they come from one thread at a time.
  package func write(_ data: Data, at offset: Int64) throws(FileError) {
    try unsafe data.withUnsafeBytes { bytes in
      Result { () throws(FileError) in try unsafe write(bytes, at: offset) }
    }.get()
  }

  /// Puts the file in its place, over whatever is there, and returns when all of that is on the disk.
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
    // Without this the name may be lost with the power, though the content would not be. The file is there by now, so
    // a folder that can't be opened for reading, though written to, is no failure.
    try? OpenFile(destination.deletingLastPathComponent(), O_RDONLY | O_DIRECTORY, for: file.operation).synchronize()
  }

  private func remove() {
    _ = try? unsafe url.withPath(for: file.operation) { unsafe unlink($0) }
  }

  private func named(_ error: FileError) -> FileError {
    FileError(error.reason, url: destination, operation: error.operation, byte: error.byte)
  }
}
