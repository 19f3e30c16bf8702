import Foundation

/// The time that processors have spent on this process.
enum ProcessorTime {
  /// In nanoseconds.
  static var now: Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
