import Foundation

/// The threads and lengths for tests of long chains.
public enum LongChain: Sendable {
  private static let isSanitized = ["ASAN_OPTIONS", "TSAN_OPTIONS"].contains {
    ProcessInfo.processInfo.environment[$0] != nil
  }

  /// The stack of a `Thread` on Apple platforms, and four times as much under a sanitizer, where calls need more.
  public static let stackByteCount = isSanitized ? 2 << 20 : 512 << 10

  /// The count for this build. Code needs much more time and memory under a sanitizer, most of all the thread
  /// sanitizer.
  public static func count(_ count: Int) -> Int {
    #if TIDINGS_THREAD_SANITIZER
      max(count / 80, 50)
    #else
      isSanitized ? count / 20 : TestSize.scaled(count)
    #endif
  }
}
