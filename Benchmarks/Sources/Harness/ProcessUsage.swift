import Foundation

/// Returns the processor time of this process, in nanoseconds.
package func processorTime() -> Int {
  var time = timespec()
  unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// Returns the peak memory of this process, in bytes.
package func peakMemory() -> Int64 {
  #if canImport(Darwin)
    var usage = rusage()
    return unsafe getrusage(RUSAGE_SELF, &usage) == 0 ? Int64(usage.ru_maxrss) : 0
  #else
    // `getrusage` includes the memory of the process before `exec`.
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(separator: " ").compactMap { Int64($0) }.first.map { $0 << 10 } ?? 0
  #endif
}
