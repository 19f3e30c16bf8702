package import Foundation

/// Reads the value of a header from left to right, byte by byte.
///
/// It works on bytes because the grammars of HTTP do. In Swift, a carriage return with a line feed is one `Character`, and
/// so is a quote with a combining accent. Whitespace around the value is not part of it (RFC 9110, 5.5).
struct FieldReader {
  private var rest: ArraySlice<UInt8>

  init(_ field: String) {
    rest = Array(field.utf8).drop(while: \.isFieldSpace)
    while rest.last?.isFieldSpace == true { rest.removeLast() }
  }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func take(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest.removeFirst(text.utf8.count)
    return true
  }

  mutating func takeBytes(while matches: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let taken = rest.prefix(while: matches)
    rest = rest.dropFirst(taken.count)
    return taken
  }

  /// Takes a number without a sign, which Int64 alone would accept, or nil if there is none, or it is too large.
  mutating func takeNumber() -> Int64? { Int64(String(decoding: takeBytes(while: \.isDigit), as: UTF8.self)) }
}

extension UInt8 {
  var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

  /// Space and tab, the whitespace of headers (RFC 9110, 5.6.3).
  var isFieldSpace: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}

extension String {
  var trimmingFieldSpace: String {
    var reader = FieldReader(self)
    return String(decoding: reader.takeBytes { _ in true }, as: UTF8.self)
  }

  /// The value of a parameter, such as `charset`, or nil (RFC 9110, 5.6.6). Many servers omit the required quotes.
  func fieldParameter(_ name: String) -> String? {
    let parameter = /;\s*([^=;\s]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;"\s][^;"]*))/.matchingSemantics(.unicodeScalar)
    // No value is longer, and a server could send a megabyte.
    let matches = prefix(4_096).matches(of: parameter)
    guard let match = matches.first(where: { $0.1.lowercased() == name }) else { return nil }
    // A character after a backslash stands for itself (RFC 9110, 5.6.4).
    if let quoted = match.2 { return String(quoted.replacing(/\\(.)/.matchingSemantics(.unicodeScalar)) { $0.1 }) }
    return match.3.map { String($0).trimmingFieldSpace }
  }

  /// The beginning of a text for a message, without control characters, which could be commands to a terminal.
  func shown(upTo count: Int = 200) -> String {
    String(unicodeScalars.prefix(count).map { $0.properties.generalCategory == .control ? "\u{FFFD}" : Character($0) })
  }
}

/// A time in a header, in whole seconds (RFC 9110, 5.6.7).
package struct HTTPDate: Sendable, Hashable {
  package let date: Date

  /// Reads a time such as `Sun, 06 Nov 1994 08:49:37 GMT`, with any day of the week. Obsolete forms count as missing.
  package init?(_ field: String) {
    let text = field.trimmingFieldSpace
    // The strategy ignores text behind the date, and accepts numbers with fewer digits.
    guard let date = try? Self.strategy.parse(text), Self.style.format(date).dropFirst(3) == text.dropFirst(3) else {
      return nil
    }
    self.date = date
  }

  package var fieldValue: String { Self.style.format(date) }

  private static let format: Date.FormatString =
    """
    \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .padded(4)) \
    \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits) GMT
    """
  private static let locale = Locale(identifier: "en_US_POSIX")
  private static let calendar = Calendar(identifier: .gregorian)
  private static let style = Date.VerbatimFormatStyle(
    format: format, locale: locale, timeZone: .gmt, calendar: calendar)
  private static let strategy = Date.ParseStrategy(
    format: format, locale: locale, timeZone: .gmt, calendar: calendar, isLenient: false)
}

/// The value of a `Retry-After` header: the delay before the request may be repeated (RFC 9110, 10.2.3).
package struct RetryAfter: Sendable, Hashable {
  /// From zero up to ``longest``, to which a longer delay is reduced.
  package let delay: Duration

  package static let longest = Duration.longestSleep

  /// Reads seconds or a date. A past date is zero. A negative number is not valid: zero would overload a broken server.
  package init?(_ field: String, now: Date) {
    let longest = Self.longest.components.seconds
    var reader = FieldReader(field)
    let digits = reader.takeBytes(while: \.isDigit)
    if !digits.isEmpty, reader.isAtEnd {
      delay = .seconds(min(Int64(String(decoding: digits, as: UTF8.self)) ?? longest, longest))
    } else if let date = HTTPDate(field) {
      let seconds = date.date.timeIntervalSince(now)
      // If the clock is not a number, neither is the difference.
      delay = seconds > 0 ? .seconds(Int64(min(seconds, Double(longest)).rounded(.up))) : .zero
    } else {
      return nil
    }
  }
}
