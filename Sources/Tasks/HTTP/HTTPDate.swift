package import Foundation

/// A time in a header field, in whole seconds (RFC 9110, 5.6.7).
package struct HTTPDate: Sendable, Hashable, Comparable {
  package let date: Date

  /// Reads a time in one of the three forms that a recipient must understand:
  ///
  ///     Sun, 06 Nov 1994 08:49:37 GMT
  ///     Sunday, 06-Nov-94 08:49:37 GMT
  ///     Sun Nov  6 08:49:37 1994
  ///
  /// The day of the week need not match the date.
  ///
  /// - Parameter now: A year with two digits is at most 50 years later than this.
  package init?(_ field: String, now: Date = Date()) {
    let text = field.trimmingFieldSpace
    // A day with one digit has two spaces before it in the form of `asctime`.
    let ascTime = text.contains(",") ? text : text.replacing("  ", with: " ", maxReplacements: 1)
    guard let date = Form.standard.date(text) ?? Form.ascTime.date(ascTime) ?? Form.rfc850(now: now).date(text) else {
      return nil
    }
    self.date = date
  }

  /// The time in the form that senders must use.
  package var fieldValue: String { Form.standard.style.format(date) }

  package static func < (first: HTTPDate, second: HTTPDate) -> Bool { first.date < second.date }
}

extension HTTPDate {
  private struct Form: Sendable {
    let style: Date.VerbatimFormatStyle
    let strategy: Date.ParseStrategy

    init(_ format: Date.FormatString, twoDigitStartDate: Date = .distantPast) {
      let locale = Locale(identifier: "en_US_POSIX")
      let calendar = Calendar(identifier: .gregorian)
      style = Date.VerbatimFormatStyle(format: format, locale: locale, timeZone: .gmt, calendar: calendar)
      strategy = Date.ParseStrategy(
        format: format, locale: locale, timeZone: .gmt, calendar: calendar, isLenient: false,
        twoDigitStartDate: twoDigitStartDate)
    }

    static let standard = Form(
      """
      \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .padded(4)) \
      \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits) GMT
      """)

    static let ascTime = Form(
      """
      \(weekday: .abbreviated) \(month: .abbreviated) \(day: .defaultDigits) \
      \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits) \
      \(year: .padded(4))
      """)

    static func rfc850(now: Date) -> Form {
      let clock = now.timeIntervalSince1970
      // 50 years have 1,577,847,600 seconds on average. A wrong clock counts as 1970. The strategy adds a fraction of a
      // second to each date if there is one in the start date.
      let start = Date(timeIntervalSince1970: ((0...1e11).contains(clock) ? clock.rounded(.down) : 0) - 1_577_847_600)
      return Form(
        """
        \(weekday: .wide), \(day: .twoDigits)-\(month: .abbreviated)-\(year: .twoDigits) \
        \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits) GMT
        """, twoDigitStartDate: start)
    }

    func date(_ text: String) -> Date? {
      guard let date = try? strategy.parse(text) else { return nil }
      // The strategy ignores text behind the date, and accepts numbers with fewer digits.
      return style.format(date).drop(while: \.isLetter) == text.drop(while: \.isLetter) ? date : nil
    }
  }
}

/// The value of a `Retry-After` field: how long to wait before the request is worth repeating (RFC 9110, 10.2.3).
package struct RetryAfter: Sendable, Hashable {
  /// From zero up to ``longest``.
  package let delay: Duration

  /// The longest delay. A longer one is reduced to it.
  package static let longest = Duration.longestSleep

  /// Reads seconds or a date, whose past counts as zero.
  ///
  /// `nil` for anything else, a negative number of seconds too: no wait at all is more than a broken server can bear.
  package init?(_ field: String, now: Date) {
    var reader = FieldReader(field)
    let digits = reader.takeBytes(while: \.isDigit)
    if !digits.isEmpty, reader.isAtEnd {
      // Numbers that do not fit are long delays as well.
      let seconds = Int64(String(decoding: digits, as: UTF8.self)) ?? .max
      delay = .seconds(min(seconds, Self.longest.components.seconds))
    } else if let date = HTTPDate(field, now: now) {
      let seconds = date.date.timeIntervalSince(now)
      // Not a number is not larger than zero.
      delay = seconds > 0 ? .seconds(min(seconds, Double(Self.longest.components.seconds))) : .zero
    } else {
      return nil
    }
  }
}
