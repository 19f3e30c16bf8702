#if !canImport(Darwin)
  import Foundation

  /// Returns when the bytes of a file, and what it takes to find them, are on the disk.
  func synchronizeData(of descriptor: CInt) -> CInt { fdatasync(descriptor) }

  /// Returns when all that is known of a file, or the names in a folder, are on the disk.
  func synchronizeFile(_ descriptor: CInt) -> CInt { fsync(descriptor) }
#endif
