#if canImport(Darwin)
  import Foundation

  /// Returns when the bytes of a file are on their way to the disk, before everything that is written from now on.
  ///
  /// A barrier costs less than `F_FULLFSYNC`, and order is all that is needed of it; not every file system has one.
  func synchronizeData(of descriptor: CInt) -> CInt {
    fcntl(descriptor, F_BARRIERFSYNC) == 0 ? 0 : fsync(descriptor)
  }
#endif
