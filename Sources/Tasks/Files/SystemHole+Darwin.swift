#if canImport(Darwin)
  import Foundation

  /// The argument with which `lseek` finds the first hole.
  let seekHole = SEEK_HOLE
#endif
