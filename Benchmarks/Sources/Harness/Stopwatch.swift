import Foundation

/// Takes the time of calls that follow each other.
package struct Stopwatch: Sendable {
  package private(set) var latencies = Latencies()
  private var start = now

  package init() {}

  /// In nanoseconds, since the last lap.
  package var elapsed: Int { Self.now - start }

  /// Notes how long the call took that has returned just now.
  package mutating func lap() {
    let end = Self.now
    latencies.add(end - start)
    start = end
  }

  private static var now: Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
