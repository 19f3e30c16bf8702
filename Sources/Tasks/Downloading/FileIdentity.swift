import Foundation

/// Which file it is, whatever its name.
struct FileIdentity: Hashable {
  private let device: UInt64
  private let number: UInt64

  init?(of descriptor: CInt) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// That of the file which has a name; of a link its own.
  init?(at file: URL) {
    var status = stat()
    guard unsafe lstat(file.path, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}

/// The path of a file, compared by its bytes: strings that differ only in their Unicode normalization are equal, but on
/// most file systems they name different files.
struct FilePath: Hashable, Sendable {
  private let bytes: [UInt8]

  init(_ file: URL) {
    bytes = Array(file.standardizedFileURL.path.utf8)
  }
}
