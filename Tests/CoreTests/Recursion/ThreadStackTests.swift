import Testing

@testable import TidingsCore

@Suite("The stack of a thread")
struct ThreadStackTests {
  /// Returns an address on the stack of the calling thread.
  private static func here() -> UInt {
    var marker: UInt8 = 0
    return unsafe withUnsafeMutablePointer(to: &marker) { UInt(bitPattern: $0) }
  }

  @Test
  func `is low when less than half of a small one is left, or less than half a megabyte of a large one`() {
    let here = Self.here()
    let (kibibyte, mebibyte): (UInt, UInt) = (1 << 10, 1 << 20)
    #expect(ThreadStack(bottom: here - 200 * kibibyte, byteCount: 512 * kibibyte).isLow)
    #expect(!ThreadStack(bottom: here - 300 * kibibyte, byteCount: 512 * kibibyte).isLow)
    #expect(ThreadStack(bottom: here - 450 * kibibyte, byteCount: 8 * mebibyte).isLow)
    #expect(!ThreadStack(bottom: here - 600 * kibibyte, byteCount: 8 * mebibyte).isLow)
  }

  @Test
  func `is shallow when there is room for what has waited, and not as soon as it is no longer low`() {
    let here = Self.here()
    let (kibibyte, mebibyte): (UInt, UInt) = (1 << 10, 1 << 20)
    #expect(!ThreadStack(bottom: here - 550 * kibibyte, byteCount: 8 * mebibyte).isLow)
    #expect(!ThreadStack(bottom: here - 550 * kibibyte, byteCount: 8 * mebibyte).isShallow)
    #expect(ThreadStack(bottom: here - 900 * kibibyte, byteCount: 8 * mebibyte).isShallow)
  }

  @Test
  func `is neither where a variable lies elsewhere, or nothing is known of it`() {
    let here = Self.here()
    #expect(!ThreadStack(bottom: here + (1 << 20), byteCount: 8 << 20).isLow)
    #expect(!ThreadStack.unknown.isLow)
    #expect(ThreadStack.unknown.isShallow)
  }

  @Test
  func `of a test is known, and has room`() {
    #expect(!ThreadStack.current.isLow)
    #expect(ThreadStack.current.isShallow)
  }
}
