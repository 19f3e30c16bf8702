import Foundation
import TestSupport
import Testing

/// Faults that a sanitizer must report. `Scripts/sanitized` enables one at a time, and expects the run to fail.
///
/// They are tests instead of programs, so that they are reported like every other fault in a test, with the same
/// runner, threads, exit and suppressions. Without a sanitizer, these tests cannot fail.
@Suite struct SanitizerTests {
  /// The enabled fault: `race`, `use-after-free` or `leak`.
  private static let planted = ProcessInfo.processInfo.environment["TIDINGS_PLANTED_FAULT"]

  /// The sanitizer checks a sample of all accesses, so there are many of them.
  @Test(.enabled(if: planted == "race")) func `Two threads write without a lock`() async {
    let counter = Counter()
    await onThreads(2) { _ in
      for _ in 0..<200_000 { counter.count += 1 }
    }
    #expect(counter.count > 0)
  }

  @Test(.enabled(if: planted == "use-after-free")) func `Memory is read after it has been freed`() {
    let memory = UnsafeMutablePointer<Int>.allocate(capacity: 4)
    unsafe memory.initialize(repeating: 7, count: 4)
    unsafe memory.deallocate()
    #expect(unsafe memory[2] != 8)
  }

  /// Uses another thread, so that no stale pointer on a stack holds the objects. There are many, in case one is still
  /// held.
  @Test(.enabled(if: planted == "leak")) func `Objects hold each other`() async {
    await onThreads { _ in
      for _ in 0..<100 { Partner.makePair() }
    }
  }
}

/// A counter that two threads may damage.
private final class Counter: @unchecked Sendable {
  // The fault is that `@unchecked Sendable` is false.
  var count = 0
}

private final class Partner {
  private var other: Partner?

  static func makePair() {
    let first = Partner()
    first.other = Partner()
    first.other?.other = first
  }
}
