import Foundation

/// The threads and lengths for tests of long chains.
public enum LongChain: Sendable {
  private static let isSanitized = ["ASAN_OPTIONS", "TSAN_OPTIONS"].contains {
    ProcessInfo.processInfo.environment[$0] != nil
  }

  /// The stack of a `Thread` on Apple platforms. Four times as much under a sanitizer, where calls need more.
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
