#if canImport(Darwin)
  import Foundation

  /// Returns when the bytes of a file are on their way to the disk, before everything that is written from now on.
  ///
  /// A barrier costs less than `F_FULLFSYNC`, and order is all that is needed of it. `fsync` alone lets the disk write in
  /// another order; it remains for file systems without barriers.
  func synchronizeData(of descriptor: CInt) -> CInt {
    fcntl(descriptor, F_BARRIERFSYNC) == 0 ? 0 : fsync(descriptor)
  }

  /// The same for all that is known of a file, and for the names in a folder.
  func synchronizeFile(_ descriptor: CInt) -> CInt { synchronizeData(of: descriptor) }
#endif
