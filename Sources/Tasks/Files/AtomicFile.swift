package import Foundation
import TidingsCore

extension URL {
  /// Writes a new file and then replaces the file with this URL.
  ///
  /// The new file is in the same folder, because a rename is atomic only within a file system. It is removed after a failure. A
  /// killed process leaves a hidden file whose name ends with `.partial`. Without a `mode`, the new file takes over the
  /// permissions and the group of the replaced one. The errors of `write` have this URL.
  func replaceFile(mode: mode_t? = nil, _ write: (OpenFile) async throws(FileError) -> Void) async throws(FileError) {
    let replaced = try permissionsOfReplacedFile()
    // A separate name, because the longest name has no room for a suffix.
    let temporary = deletingLastPathComponent().appending(component: ".\(UUID().uuidString).partial")
    // Users who could not read the old file must not be able to open the new one, not even before fchmod.
    let file = try OpenFile(
      temporary, O_WRONLY | O_CREAT | O_EXCL, mode: mode == nil && replaced == nil ? 0o666 : 0o600, for: .write,
      reportedURL: self)
    do throws(FileError) {
      if let mode { fchmod(file.descriptor, mode) } else { replaced?.apply(to: file.descriptor) }
      try await write(file)
      try file.synchronize()
      // A cancellation waits for the rename, because a later write may replace the file as soon as it has returned.
      let isCancelled = Locked(false)
      let failure: FileError? = await withTaskCancellationHandler {
        isCancelled.withLock {
          if $0 { return .cancellation }
          return unsafe rename(temporary.path, path) == 0 ? nil : file.error(.last)
        }
      } onCancel: {
        isCancelled.withLock { $0 = true }
      }
      if let failure { throw failure }
    } catch {
      unsafe unlink(temporary.path)
      throw error
    }
    // Without this, a power cut can lose the name, though not the content. The file is in place, so a failure is ignored.
    try? OpenFile(deletingLastPathComponent(), O_RDONLY | O_DIRECTORY, for: .write).synchronize()
  }

  /// Returns the permissions that a new file with this URL takes over, or nil unless it replaces a regular file.
  ///
  /// Checked before anything is written: the rename would fail only at the end. A symbolic link is replaced itself.
  func permissionsOfReplacedFile() throws(FileError) -> FilePermissions? {
    var status = stat()
    guard try unsafe withPath(for: .write, { unsafe lstat($0, &status) }) == 0 else {
      guard errno == ENOENT else { throw FileError(.last, url: self, operation: .write) }
      return nil
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return FilePermissions(mode: status.st_mode & 0o777, group: status.st_gid)
    case S_IFLNK: return nil
    case S_IFDIR: throw FileError(.system(.EISDIR), url: self, operation: .write)
    default: throw FileError(.system(.EEXIST), url: self, operation: .write)
    }
  }
}

/// The permissions and the group of a replaced file, which the new file takes over.
struct FilePermissions: Sendable {
  let mode: mode_t
  let group: gid_t

  /// Without the right to set the group, its members get the permissions of other users, so that none gains access.
  func apply(to descriptor: CInt) {
    var status = stat()
    let hasGroup =
      unsafe fstat(descriptor, &status) == 0 && status.st_gid == group || fchown(descriptor, .max, group) == 0
    fchmod(descriptor, hasGroup ? mode : mode & 0o707 | (mode & 0o007) << 3)
  }
}

/// The system calls that change the files of a download.
///
/// The tests of power cuts record each successful call, and replay them with losses. After a failed call, `errno` has the reason.
package struct DiskCalls: Sendable {
  package enum Change: Sendable {
    case opened(URL, descriptor: CInt)
    case locked(CInt)
    case written(CInt, Data, at: Int64)
    case truncated(CInt, to: Int64)
    /// Everything that was written before is on the disk, and so is the size.
    case synchronized(CInt)
    case renamed(URL, to: URL)
    case removed(URL)
    /// The names that were added and removed before are on the disk.
    case synchronizedNames
  }

  package var record: (@Sendable (Change) -> Void)?

  /// Returns the error with which a call fails instead of being made, or nil. Not asked for writing, truncating and names.
  package var failure: (@Sendable (Change) -> POSIXErrorCode?)?

  package init() {}

  func open(_ file: URL, _ flags: CInt, mode: mode_t) -> CInt {
    if isFailing(.opened(file, descriptor: -1)) { return -1 }
    let descriptor = unsafe Foundation.open(file.path, flags | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode)
    if descriptor >= 0 { record?(.opened(file, descriptor: descriptor)) }
    return descriptor
  }

  /// Locks a file against other programs, until it is closed. Some network shares have no locks, which is no failure.
  func lock(_ descriptor: CInt) -> Bool {
    guard Self.locksFiles, isFailing(.locked(descriptor)) || flock(descriptor, LOCK_EX | LOCK_NB) != 0 else {
      return true
    }
    return [ENOTSUP, EOPNOTSUPP, ENOSYS, ENOLCK].contains(errno)
  }

  #if os(iOS) && !targetEnvironment(macCatalyst) || os(tvOS) || os(watchOS) || os(visionOS)
    /// The system ends an app that is suspended while it has a lock in a folder that it shares with an extension.
    private static let locksFiles = false
  #else
    private static let locksFiles = true
  #endif

  /// Writes all bytes, or fewer if that fails. Returns their number.
  func write(_ data: Data, to descriptor: CInt, at offset: Int64) -> Int {
    var rest = data[...]
    while !rest.isEmpty {
      let position = offset + Int64(data.count - rest.count)
      let written = unsafe rest.withUnsafeBytes {
        unsafe pwrite(descriptor, $0.baseAddress, min($0.count, OpenFile.callLimit), off_t(position))
      }
      if written >= 0 {
        record?(.written(descriptor, Data(rest.prefix(written)), at: position))
        rest = rest.dropFirst(written)
      } else if errno != EINTR {
        break
      }
    }
    return data.count - rest.count
  }

  func truncate(_ descriptor: CInt, to byteCount: Int64) -> Bool {
    guard ftruncate(descriptor, off_t(byteCount)) == 0 else { return false }
    record?(.truncated(descriptor, to: byteCount))
    return true
  }

  func synchronize(_ descriptor: CInt) -> Bool { perform(.synchronized(descriptor)) { synchronizeFile(descriptor) } }

  func rename(_ file: URL, to other: URL) -> Bool {
    perform(.renamed(file, to: other)) { unsafe Foundation.rename(file.path, other.path) == 0 }
  }

  @discardableResult func remove(_ file: URL) -> Bool { perform(.removed(file)) { unsafe unlink(file.path) == 0 } }

  private func perform(_ change: Change, _ call: () -> Bool) -> Bool {
    guard !isFailing(change), call() else { return false }
    record?(change)
    return true
  }

  private func isFailing(_ change: Change) -> Bool {
    guard let failure = failure?(change) else { return false }
    errno = failure.rawValue
    return true
  }

  /// Writes the names in a folder to the disk, if the file system can do that.
  func synchronizeNames(in folder: URL) {
    guard let open = try? OpenFile(folder, O_RDONLY, for: .write) else { return }
    try? open.synchronize()
    record?(.synchronizedNames)
  }
}
