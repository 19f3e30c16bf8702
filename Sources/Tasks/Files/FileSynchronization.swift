import Foundation

#if canImport(Darwin)
  /// Writes the content of a file to the disk before everything that is written afterwards.
  ///
  /// A barrier costs less than `F_FULLFSYNC`, and only the order matters here. File systems without barriers get `fsync`,
  /// after which the disk may still write in another order.
  func synchronizeData(of descriptor: CInt) -> CInt {
    fcntl(descriptor, F_BARRIERFSYNC) == 0 ? 0 : fsync(descriptor)
  }

  /// Writes the content and the attributes of a file, or the names in a folder, to the disk.
  func synchronizeFile(_ descriptor: CInt) -> CInt { synchronizeData(of: descriptor) }
#else
  /// Writes the content of a file to the disk.
  func synchronizeData(of descriptor: CInt) -> CInt { fdatasync(descriptor) }

  /// Writes the content and the attributes of a file, or the names in a folder, to the disk.
  func synchronizeFile(_ descriptor: CInt) -> CInt { fsync(descriptor) }
#endif

/// Repeats a call that synchronizes while signals interrupt it, and returns whether it succeeded. If it returns false,
/// `errno` has the reason.
func isSynchronized(by call: () -> CInt) -> Bool {
  while call() != 0 {
    // Some file systems, and folders on some, have nothing to synchronize and report that as an error.
    if errno == EINVAL || errno == ENOTSUP { return true }
    guard errno == EINTR else { return false }
  }
  return true
}
