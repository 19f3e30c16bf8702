import Foundation

/// What tests of long chains run on, and how long these are.
public enum LongChain: Sendable {
  private static let isSanitized = ["ASAN_OPTIONS", "TSAN_OPTIONS"].contains {
    ProcessInfo.processInfo.environment[$0] != nil
  }

  /// What a thread of `Thread` has on Apple platforms; under a sanitizer, where calls need several times as much, four
  /// times that.
  public static let stackByteCount = isSanitized ? 2 << 20 : 512 << 10

  /// Under a sanitizer everything takes many times as long, and needs several times the memory; with that of threads most.
  public static func count(_ count: Int) -> Int {
    #if TIDINGS_THREAD_SANITIZER
      max(count / 80, 50)
    #else
      isSanitized ? count / 20 : TestSize.scaled(count)
    #endif
  }
}
