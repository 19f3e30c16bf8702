package import Foundation

/// The value of a `Retry-After` field: how long to wait before the request is worth repeating (RFC 9110, 10.2.3).
package struct RetryAfter: Sendable, Hashable {
  /// From zero up to ``longest``.
  package let delay: Duration

  /// What longer ones count as.
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
