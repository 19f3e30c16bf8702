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
    ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800),
    ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
    ("Sat, 01 Jan 0000 00:00:00 GMT", -62_167_219_200),
    // The name of the day is not held against the date.
    ("Mon, 06 Nov 1994 08:49:37 GMT", 784_111_777),
    (" Sun, 06 Nov 1994 08:49:37 GMT\t", 784_111_777),
    // Not more than 50 years from November 2023.
    ("Tuesday, 14-Nov-73 00:00:00 GMT", 3_277_843_200),
    ("Thursday, 15-Nov-73 00:00:00 GMT", 122_169_600),
    ("Thursday, 15-Nov-23 00:00:00 GMT", 1_700_006_400),
  ])
  func `is read in each form`(field: String, seconds: Int64) {
    #expect(HTTPDate(field, now: Self.now)?.secondsSince1970 == seconds)
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
    "Sun Nov 6 08:49:37 1994", "Sun Nov  6 08:49:37 1994 GMT", "Sun\u{A0}Nov  6 08:49:37 1994",
    "Sun, 06 Nov 1994 08:49:37 GMT\0",
  ])
  func `is nothing else`(field: String) {
    #expect(HTTPDate(field, now: Self.now) == nil)
  }

  @Test func `is written in the form for senders`() {
    #expect(HTTPDate("Sunday, 06-Nov-94 08:49:37 GMT")?.fieldValue == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(HTTPDate(secondsSince1970: -1)?.fieldValue == "Wed, 31 Dec 1969 23:59:59 GMT")
    #expect(HTTPDate(secondsSince1970: -62_167_219_200)?.fieldValue == "Sat, 01 Jan 0000 00:00:00 GMT")
  }

  @Test func `has a year of four digits`() {
    #expect(HTTPDate(secondsSince1970: 253_402_300_800) == nil)
    #expect(HTTPDate(secondsSince1970: -62_167_219_201) == nil)
    #expect(HTTPDate(secondsSince1970: .max) == nil)
    #expect(HTTPDate(secondsSince1970: .min) == nil)
  }

  @Test func `is read whatever the clock says`() {
    for now in [-Double.infinity, -1e300, -1, 0, 1e300, .infinity, .nan] {
      #expect(HTTPDate("Sunday, 06-Nov-94 08:49:37 GMT", now: Date(timeIntervalSince1970: now)) != nil)
    }
  }

  @Test func `comes back for every time`() throws {
    var generator = SplitMix64(seed: 1)
    for _ in 0..<20_000 {
      let seconds = Int64.random(in: -62_167_219_200...253_402_300_799, using: &generator)
      let date = try #require(HTTPDate(secondsSince1970: seconds))
      #expect(HTTPDate(date.fieldValue) == date)
    }
  }

  @Test func `agrees with the calendar of Foundation`() throws {
    var generator = SplitMix64(seed: 2)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    for _ in 0..<1000 {
      let seconds = Int64.random(in: -3_000_000_000...100_000_000_000, using: &generator)
      let date = try #require(HTTPDate(secondsSince1970: seconds))
      let parts = calendar.dateComponents([.year, .day, .hour, .minute, .second], from: date.date)
      let words = date.fieldValue.split { " :".contains($0) }
      #expect(
        [words[1], words[3], words[4], words[5], words[6]].map { Int($0) }
          == [parts.day, parts.year, parts.hour, parts.minute, parts.second])
      #expect(words[0].prefix(3) == calendar.shortWeekdaySymbols[calendar.component(.weekday, from: date.date) - 1])
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
