import Foundation
import TestSupport
import Testing

/// Faults that a sanitizer must report; `Scripts/sanitized` plants one at a time and expects the run to fail by it.
///
/// They are tests, not programs, so that they go the way of every other fault that a test may have: through the runner,
/// its threads, its exit and the suppressions. A test that is on its own here cannot fail without a sanitizer.
@Suite struct SanitizerTests {
  /// The fault to plant: `race`, `use-after-free` or `leak`.
  private static let planted = ProcessInfo.processInfo.environment["TIDINGS_PLANTED_FAULT"]

  /// The sanitizer looks at a sample of what happens, so there is much of it.
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

  /// On another thread, so that no forgotten pointer on a stack holds them; many, so that one may be held all the same.
  @Test(.enabled(if: planted == "leak")) func `Objects hold each other`() async {
    await onThreads { _ in
      for _ in 0..<100 { Partner.makePair() }
    }
  }
}

/// A counter that two threads may damage.
private final class Counter: @unchecked Sendable {
  // Nothing keeps the promise of `@unchecked`: that is the fault.
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
