import Foundation

/// Repeats a call that synchronizes for as long as signals interrupt it, and returns whether all is on the disk then.
/// Otherwise `errno` says why not.
func isSynchronized(by call: () -> CInt) -> Bool {
  while call() != 0 {
    // Some file systems, and folders of some, have nothing to synchronize and say so.
    if errno == EINVAL || errno == ENOTSUP { return true }
    guard errno == EINTR else { return false }
  }
  return true
}
