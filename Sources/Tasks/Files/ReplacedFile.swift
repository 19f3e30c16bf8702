import Foundation

/// The file at a destination that a new one replaces, if there is any.
///
/// Asked for before anything is written: better than to learn from the rename, when everything has been transferred, that
/// the name is too long or that something is in the way.
struct ReplacedFile {
  /// The permissions that the new file takes over; nil where there is no ordinary file. A link is replaced, not what it
  /// leads to.
  let mode: mode_t?

  /// - Parameter path: Where the new file is put.
  /// - Throws: `EISDIR` for a folder, `EEXIST` for a pipe, a socket or a device, which nobody wants to lose, and what the
  ///   system says of a path that no file can have.
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
