import Foundation

extension URL {
  /// Writes a new file and then replaces the file with this URL.
  ///
  /// The new file is in the same folder, because a rename is atomic only within a file system. It is removed if the
  /// operation fails. A process that is killed in between leaves a hidden file whose name ends with `.partial`.
  ///
  /// - Parameters:
  ///   - mode: The permissions of the new file, or nil for those of the replaced file.
  ///   - write: Writes the content. Its errors have this URL.
  func replaceFile(
    mode: mode_t? = nil, _ write: (OpenFile) async throws(FileError) -> Void
  ) async throws(FileError) {
    let replacedMode = try modeOfReplacedFile(for: .write)
    let mode = mode ?? replacedMode
    // A separate name, because the longest name has no room for a suffix.
    let temporary = deletingLastPathComponent().appending(component: ".\(UUID().uuidString).partial")
    // Users who could not read the old file must not be able to open the new one, not even before fchmod.
    let file = try OpenFile(
      temporary, O_WRONLY | O_CREAT | O_EXCL, mode: mode == nil ? 0o666 : 0o600, for: .write, reportedURL: self)
    do throws(FileError) {
      if let mode { fchmod(file.descriptor, mode) }
      try await write(file)
      try file.synchronize()
      guard unsafe rename(temporary.path, path) == 0 else { throw file.error(.last) }
    } catch {
      unsafe unlink(temporary.path)
      throw error
    }
    // Without this, a power cut can lose the name, though not the content. The file is in place now, so a folder that
    // cannot be opened for reading is not a failure.
    try? OpenFile(deletingLastPathComponent(), O_RDONLY | O_DIRECTORY, for: .write).synchronize()
  }

  /// Returns the permissions that a new file with this URL takes over; nil unless it replaces a regular file.
  ///
  /// A symbolic link is replaced itself.
  ///
  /// This is checked before anything is written. The rename would report a name that is too long, or a folder at the
  /// destination, only after everything was transferred.
  ///
  /// - Throws: `EISDIR` for a folder, `EEXIST` for a pipe, a socket or a device, or the error of the system for a path that
  ///   no file can have.
  func modeOfReplacedFile(for operation: FileError.Operation) throws(FileError) -> mode_t? {
    var status = stat()
    guard try unsafe withPath(for: operation, { unsafe lstat($0, &status) }) == 0 else {
      guard errno == ENOENT else { throw FileError(.last, url: self, operation: operation) }
      return nil
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return status.st_mode & 0o777
    case S_IFLNK: return nil
    case S_IFDIR: throw FileError(.system(.EISDIR), url: self, operation: operation)
    default: throw FileError(.system(.EEXIST), url: self, operation: operation)
    }
  }
}
