import Foundation
import TestSupport
import Testing
import TidingsTasks

/// RFC 9110, 5.6.7.
struct HTTPDateTests {
  private static let now = Date(timeIntervalSince1970: 1_700_000_000)  // 14 November 2023

  @Test(arguments: [
    ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
    ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
    ("Sun Nov  6 08:49:37 1994", 784_111_777),
    ("Sun Nov 16 08:49:37 1994", 784_975_777),
    ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
    ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
    ("Tue, 29 Feb 2000 00:00:00 GMT", 951_782_400),
    ("Thu, 29 Feb 2024 12:00:00 GMT", 1_709_208_000),
    ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
    // The name of the day is not held against the date.
    ("Mon, 06 Nov 1994 08:49:37 GMT", 784_111_777),
    (" Sun, 06 Nov 1994 08:49:37 GMT\t", 784_111_777),
    // Not more than 50 years from November 2023.
    ("Monday, 14-Nov-72 00:00:00 GMT", 3_246_307_200),
    ("Friday, 15-Nov-74 00:00:00 GMT", 153_705_600),
    ("Thursday, 15-Nov-23 00:00:00 GMT", 1_700_006_400),
  ])
  func `is read in each form`(field: String, seconds: TimeInterval) {
    #expect(HTTPDate(field, now: Self.now)?.date == Date(timeIntervalSince1970: seconds))
  }

  @Test(arguments: [
    "", "GMT", "0", "784111777", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC",
    "Sun, 06 Nov 1994 08:49:37 +0000", "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT",
    "sun, 06 nov 1994 08:49:37 gmt", "Son, 06 Nov 1994 08:49:37 GMT", ", 06 Nov 1994 08:49:37 GMT",
    "Sun, 31 Nov 1994 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "Wed, 29 Feb 2023 00:00:00 GMT",
    "Mon, 29 Feb 1900 00:00:00 GMT", "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:37 GMT",
    "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov 1994 8:49:37 GMT", "Sun,  06 Nov 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06-Nov-94 08:49:37 GMT",
    "Sun, 06 Nov 199999999999999999999999999999 08:49:37 GMT", "Sun, +6 Nov 1994 08:49:37 GMT",
    "Sun Nov  6 08:49:37 1994 GMT", "Sun\u{A0}Nov  6 08:49:37 1994",
    "Sun, 06 Nov 1994 08:49:37 GMT\0",
  ])
  func `is nothing else`(field: String) {
    #expect(HTTPDate(field, now: Self.now) == nil)
  }

  @Test func `is written in the form for senders`() {
    #expect(HTTPDate("Sunday, 06-Nov-94 08:49:37 GMT")?.fieldValue == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(HTTPDate("Wed Dec 31 23:59:59 1969")?.fieldValue == "Wed, 31 Dec 1969 23:59:59 GMT")
  }

  @Test func `is read whatever the clock says`() {
    for now in [-Double.infinity, -1e300, -1, 0, 1e300, .infinity, .nan] {
      #expect(HTTPDate("Sunday, 06-Nov-94 08:49:37 GMT", now: Date(timeIntervalSince1970: now)) != nil)
    }
  }

  @Test func `agrees with another writer of dates`() throws {
    var generator = SplitMix64(seed: 2)
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = .gmt
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    for _ in 0..<1000 {
      let date = Date(
        timeIntervalSince1970: TimeInterval(Int.random(in: -3_000_000_000...100_000_000_000, using: &generator)))
      let field = formatter.string(from: date)
      let read = try #require(HTTPDate(field))
      #expect(read.date == date)
      #expect(read.fieldValue == field)
    }
  }

  @Test func `survives every input`() {
    let good = ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"]
    for field in Mutations(of: good) {
      guard let date = HTTPDate(field, now: Self.now) else { continue }
      #expect(HTTPDate(date.fieldValue) == date)
    }
  }
}
