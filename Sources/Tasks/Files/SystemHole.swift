#if !canImport(Darwin)
  import Foundation

  /// The argument with which `lseek` finds the first hole (Linux, lseek(2)); the C library hides it from standard C.
  let seekHole: CInt = 4
#endif
