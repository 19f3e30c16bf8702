#if !canImport(Darwin)
  import Foundation

  /// What `lseek` takes to find the first hole (Linux, lseek(2)); the C library declares it for its own extensions only.
  let seekHole: CInt = 4
#endif
