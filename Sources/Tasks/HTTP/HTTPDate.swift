package import Foundation

/// A time as header fields have it, in whole seconds (RFC 9110, 5.6.7).
///
/// It is read without a formatter, which would depend on locale and calendar.
package struct HTTPDate: Sendable, Hashable, Comparable {
  /// Seconds since the beginning of 1970, without leap seconds.
  package let secondsSince1970: Int64

  package var date: Date { Date(timeIntervalSince1970: TimeInterval(secondsSince1970)) }

  /// Creates the time of a number of seconds since 1970, if its year has four digits.
  package init?(secondsSince1970 seconds: Int64) {
    guard Self.years.contains(seconds) else { return nil }
    secondsSince1970 = seconds
  }

  /// Reads a time in one of the three forms that a recipient has to understand:
  ///
  ///     Sun, 06 Nov 1994 08:49:37 GMT
  ///     Sunday, 06-Nov-94 08:49:37 GMT
  ///     Sun Nov  6 08:49:37 1994
  ///
  /// - Parameter now: Years of two digits are not more than 50 years later than this.
  package init?(_ field: String, now: Date = Date()) {
    let forms = [Self.readFixed, Self.readAscTime, { Self.readRFC850(&$0, now: now) }]
    for form in forms {
      var reader = FieldReader(field)
      guard let seconds = form(&reader), reader.isAtEnd else { continue }
      self.init(secondsSince1970: seconds)
      return
    }
    return nil
  }

  /// The time in the form that senders have to use.
  package var fieldValue: String {
    let (day, second) = secondsSince1970.quotientAndFloorRemainder(dividingBy: 86_400)
    let (year, month, dayOfMonth) = CivilDay.date(ofDay: day)
    let weekday = Self.weekdays[Int((day + 3).quotientAndFloorRemainder(dividingBy: 7).remainder)].prefix(3)
    let time = [second / 3600, second / 60 % 60, second % 60].map { $0.padded(to: 2) }.joined(separator: ":")
    return "\(weekday), \(dayOfMonth.padded(to: 2)) \(Self.months[Int(month) - 1]) \(year.padded(to: 4)) \(time) GMT"
  }

  package static func < (first: HTTPDate, second: HTTPDate) -> Bool {
    first.secondsSince1970 < second.secondsSince1970
  }
}

extension HTTPDate {
  /// From the first second of year 0 to the last of 9999.
  private static let years: ClosedRange<Int64> = -62_167_219_200...253_402_300_799

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  private static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

  private static func readFixed(_ reader: inout FieldReader) -> Int64? {
    guard readWeekday(&reader, letters: 3), reader.take(", "), let day = reader.takeNumber(digits: 2),
      reader.take(" "), let month = readMonth(&reader), reader.take(" "),
      let year = reader.takeNumber(digits: 4), reader.take(" "), let time = readTime(&reader), reader.take(" GMT")
    else { return nil }
    return seconds(year: year, month: month, day: day, time: time)
  }

  private static func readRFC850(_ reader: inout FieldReader, now: Date) -> Int64? {
    guard readWeekday(&reader, letters: nil), reader.take(", "), let day = reader.takeNumber(digits: 2),
      reader.take("-"), let month = readMonth(&reader), reader.take("-"),
      let yearOfCentury = reader.takeNumber(digits: 2), reader.take(" "), let time = readTime(&reader),
      reader.take(" GMT")
    else { return nil }
    // The latest such year that is not more than 50 years in the future; a clock that is far off counts as 1970
    // or 9000.
    let clock = now.timeIntervalSince1970
    let today = clock > 0 ? Int64(min(clock, 221_845_219_200)) / 86_400 : 0
    let (currentYear, currentMonth, currentDay) = CivilDay.date(ofDay: today)
    var year = (Int(currentYear) + 50) / 100 * 100 + yearOfCentury
    let limit = (Int(currentYear) + 50, Int(currentMonth), Int(currentDay))
    if (year, month, day) > limit { year -= 100 }
    return seconds(year: year, month: month, day: day, time: time)
  }

  private static func readAscTime(_ reader: inout FieldReader) -> Int64? {
    guard readWeekday(&reader, letters: 3), reader.take(" "), let month = readMonth(&reader), reader.take(" "),
      let day = reader.take(" ") ? reader.takeNumber(digits: 1) : reader.takeNumber(digits: 2), reader.take(" "),
      let time = readTime(&reader), reader.take(" "), let year = reader.takeNumber(digits: 4)
    else { return nil }
    return seconds(year: year, month: month, day: day, time: time)
  }

  /// Whether there is the name of a day, which is not held against the date.
  private static func readWeekday(_ reader: inout FieldReader, letters: Int?) -> Bool {
    let name = String(decoding: reader.takeBytes(while: \.isLetter), as: UTF8.self)
    return weekdays.contains { $0.prefix(letters ?? $0.count) == name }
  }

  private static func readMonth(_ reader: inout FieldReader) -> Int? {
    let name = String(decoding: reader.takeBytes(while: \.isLetter), as: UTF8.self)
    return months.firstIndex(of: name).map { $0 + 1 }
  }

  private static func readTime(_ reader: inout FieldReader) -> Int? {
    guard let hour = reader.takeNumber(digits: 2), hour < 24, reader.take(":"),
      let minute = reader.takeNumber(digits: 2), minute < 60, reader.take(":"),
      // 60 is a leap second.
      let second = reader.takeNumber(digits: 2), second <= 60
    else { return nil }
    return hour * 3600 + minute * 60 + second
  }

  private static func seconds(year: Int, month: Int, day: Int, time: Int) -> Int64? {
    let number = CivilDay.number(year: Int64(year), month: Int64(month), day: Int64(day))
    // There is no 30 February: the day that it leads to has another date.
    guard CivilDay.date(ofDay: number) == (Int64(year), Int64(month), Int64(day)) else { return nil }
    return number * 86_400 + Int64(time)
  }
}

/// Days of the Gregorian calendar as numbers since 1 January 1970, after Howard Hinnant's *chrono-compatible low-level
/// date algorithms*: years begin in March, so that the day that not every year has is the last.
private enum CivilDay {
  static func number(year: Int64, month: Int64, day: Int64) -> Int64 {
    let (era, yearOfEra) = (month <= 2 ? year - 1 : year).quotientAndFloorRemainder(dividingBy: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  static func date(ofDay number: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, dayOfEra) = (number + 719_468).quotientAndFloorRemainder(dividingBy: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }
}

extension Int64 {
  /// Division that rounds down, also below zero.
  fileprivate func quotientAndFloorRemainder(dividingBy divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  fileprivate func padded(to count: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, count - digits.count)) + digits
  }
}
