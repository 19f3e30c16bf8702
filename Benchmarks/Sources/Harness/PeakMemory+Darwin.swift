#if canImport(Darwin)
  import Foundation

  /// The most memory that this process has had, in bytes.
  package func peakMemory() -> Int64 {
    var usage = rusage()
    return unsafe getrusage(RUSAGE_SELF, &usage) == 0 ? Int64(usage.ru_maxrss) : 0
  }
#endif
