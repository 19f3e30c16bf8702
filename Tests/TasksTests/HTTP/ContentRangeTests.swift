import Testing
import TidingsTasks

/// RFC 9110, 14.4.
struct ContentRangeTests {
  private static let good: [(String, ContentRange)] = [
    ("bytes 0-0/1", .part(0..<1, size: 1)),
    ("bytes 42-1233/1234", .part(42..<1234, size: 1234)),
    ("bytes 42-1233/*", .part(42..<1234, size: nil)),
    ("bytes */1234", .unsatisfied(size: 1234)),
    ("bytes */0", .unsatisfied(size: 0)),
    ("BYTES 0-0/1", .part(0..<1, size: 1)),
    ("\tbytes 0-0/1 ", .part(0..<1, size: 1)),
    ("bytes 00-000/01", .part(0..<1, size: 1)),
    ("bytes 0-9223372036854775805/9223372036854775807", .part(0..<(.max - 1), size: .max)),
  ]

  @Test(arguments: good)
  func `is read`(field: String, range: ContentRange) {
    #expect(ContentRange(field) == range)
  }

  @Test(arguments: [
    "", "bytes", "bytes ", "bytes 5-4/10", "bytes 0-10/10", "bytes 0-9/0", "bytes 0-9/9", "bytes -5/10", "bytes 5-/10",
    "bytes 0-9", "bytes 0-9/", "bytes /10", "bytes */*", "bytes *", "bytes */", "bytes */-1", "bytes *-9/10",
    "bytes=0-9/10", "bytes: 0-9/10", "bytes0-9/10", "bytes  0-9/10", "bytes\t0-9/10", "bytes 0 - 9 / 10",
    "bytes 0-9/10 junk", "bytes 0-9/10, bytes 20-29/30", "bytes 0-4,5-9/10", "items 0-9/10", "0-9/10",
    "bytes +0-9/10", "bytes 0-+9/10", "bytes 0x0-0x9/0x10", "bytes 0-9/10.0", "bytes ٠-٩/١٠", "bytes 0-9/**",
    "bytes 0-9/999999999999999999999999999999", "bytes 0-999999999999999999999999999999/*",
    "bytes 999999999999999999999999999999-999999999999999999999999999999/*", "bytes */999999999999999999999999999999",
    "bytes 0-9223372036854775807/*", "bytes 0-9/10\0", "bytes\u{A0}0-9/10", "bytes 0-9/10\r\n",
  ])
  func `rejects other text`(field: String) {
    #expect(ContentRange(field) == nil)
  }
}
