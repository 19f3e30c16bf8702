#if !canImport(Darwin)
  import Foundation

  /// Returns when the bytes of a file, and what it takes to find them, are on the disk.
  func synchronizeData(of descriptor: CInt) -> CInt { fdatasync(descriptor) }
#endif
