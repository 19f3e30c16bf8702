import Testing
import TidingsTasks

/// RFC 9110, 10.2.3.
struct RetryAfterTests {
  private static let now = Date(timeIntervalSince1970: 784_111_777)  // Sun, 06 Nov 1994 08:49:37 GMT

  @Test(
    arguments: [
      ("0", .zero),
      ("120", .seconds(120)),
      (" 007\t", .seconds(7)),
      ("31536000", RetryAfter.longest),
      ("31536001", RetryAfter.longest),
      ("9223372036854775807", RetryAfter.longest),
      ("999999999999999999999999999999", RetryAfter.longest),
      ("Sun, 06 Nov 1994 08:50:07 GMT", .seconds(30)),
      ("Sun, 06 Nov 1994 08:49:37 GMT", .zero),
      ("Sat, 05 Nov 1994 08:49:37 GMT", .zero),
      ("Fri, 31 Dec 9999 23:59:59 GMT", RetryAfter.longest),
    ] as [(String, Duration)])
  func `is seconds or a date`(field: String, delay: Duration) {
    #expect(RetryAfter(field, now: Self.now)?.delay == delay)
  }

  @Test func `is a whole number of seconds`() throws {
    for field in ["100000", "Sun, 06 Nov 1994 08:50:07 GMT"] {
      let delay = try #require(RetryAfter(field, now: Self.now.addingTimeInterval(-0.1))).delay
      #expect(delay.components.attoseconds == 0)
    }
  }

  @Test(arguments: ["", "-1", "-5", "+5", "1.5", "1e3", "5s", "soon", "5, 6", "٥", "Sun, 06 Nov 1994", "5\0", "5\r\n"])
  func `rejects other text`(field: String) {
    #expect(RetryAfter(field, now: Self.now) == nil)
  }

  @Test(arguments: [-Double.infinity, -1e300, 1e300, .infinity, .nan])
  func `survives every clock`(seconds: Double) throws {
    for field in ["5", "Sun, 06 Nov 1994 08:50:07 GMT"] {
      let delay = try #require(RetryAfter(field, now: Date(timeIntervalSince1970: seconds))).delay
      #expect(.zero <= delay && delay <= RetryAfter.longest)
    }
  }
}
