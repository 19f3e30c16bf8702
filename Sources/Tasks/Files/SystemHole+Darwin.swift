#if canImport(Darwin)
  import Foundation

  /// What `lseek` takes to find the first hole.
  let seekHole = SEEK_HOLE
#endif
