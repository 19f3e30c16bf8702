#if canImport(Glibc)
  import Foundation

  /// The most memory that this process has had, in bytes. Not what `getrusage` says: that counts the process before
  /// `exec`, too.
  package func peakMemory() -> Int64 {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(separator: " ").dropFirst(0).compactMap { Int64($0) }.first.map { $0 << 10 } ?? 0
  }
#endif
