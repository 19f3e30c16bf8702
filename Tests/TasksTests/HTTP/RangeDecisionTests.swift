import Testing
import TidingsTasks

/// The decision for each status, validator, range and bytes on disk, with the sections of RFC 9110.
struct RangeDecisionTests {
  /// A request, the response, and the decision.
  struct Row: Sendable, CustomTestStringConvertible {
    var asked: RangeRequest
    var status: Int
    var fields: [String: String]
    var decision: RangeDecision
    var section: String

    init(
      _ asked: RangeRequest, _ status: Int, range: String? = nil, tag: String? = nil, length: String? = nil,
      fields: [String: String] = [:], _ decision: RangeDecision, _ section: String
    ) {
      self.asked = asked
      self.status = status
      self.fields = fields
      self.fields["Content-Range"] = range
      self.fields["ETag"] = tag
      self.fields["Content-Length"] = length
      self.decision = decision
      self.section = section
    }

    var testDescription: String {
      let request = asked.fields.map { "\($0.name): \($0.value)" }
      let head = fields.map { "\($0.key): \($0.value)" }.sorted()
      return "\(request) → \(status) \(head) → \(decision) (\(section))"
    }
  }

  private static let tag = StrongValidator(rawValue: "\"a\"")
  private static let day = "Sun, 06 Nov 1994 08:49:37 GMT"
  private static let whole = RangeRequest.complete
  /// The first range, without bytes on disk.
  private static let first = RangeRequest(end: 100)
  /// The complete file, without bytes on disk.
  private static let open = RangeRequest()
  /// The first of several ranges, if later ones already have bytes.
  private static let firstOfSeveral = RangeRequest(end: 100, validator: tag, size: 1000)
  private static let next = RangeRequest(offset: 100, end: 200, validator: tag, size: 1000)
  private static let nextOfUnknown = RangeRequest(offset: 100, end: 200, validator: tag)
  private static let rest = RangeRequest(offset: 100, validator: tag, size: 1000)
  private static let nextByDate = RangeRequest(
    offset: 100, end: 200, validator: StrongValidator(rawValue: day), size: 1000)
  private static let nextOfUnproven = RangeRequest(offset: 100, end: 200, size: 1000)

  private static func invalid(_ text: String) -> RangeDecision { .fail(.invalidResponse(text)) }

  private static let wholeAnswers = [
    Row(whole, 200, length: "1000", .replace(size: 1000), "15.3.1"),
    Row(whole, 200, length: "0", .replace(size: 0), "15.3.1"),
    Row(whole, 200, .replace(size: nil), "8.6"),
    Row(whole, 200, length: "1000, 1000", .replace(size: 1000), "8.6"),
    Row(whole, 200, length: "1000, 1001", invalid("Content-Length is not a number: 1000, 1001"), "8.6"),
    Row(whole, 200, length: "-1", invalid("Content-Length is not a number: -1"), "8.6"),
    Row(whole, 200, length: "", invalid("Content-Length is not a number: "), "8.6"),
    Row(
      whole, 200, length: "999999999999999999999999999999",
      invalid("Content-Length is not a number: 999999999999999999999999999999"), "8.6"),
    // The length is that of the encoded bytes.
    Row(whole, 200, length: "50", fields: ["Content-Encoding": "gzip"], .replace(size: nil), "8.4"),
    Row(whole, 200, length: "50", fields: ["Content-Encoding": " Identity"], .replace(size: 50), "8.4"),
    Row(whole, 203, length: "1000", .replace(size: 1000), "15.3.4"),
    // Content-Range has no meaning with 200, but a part must not be accepted as the complete file.
    Row(whole, 200, range: "bytes 0-9/10", length: "10", .replace(size: 10), "14.4"),
    Row(whole, 200, range: "bytes 0-9/*", length: "10", .replace(size: 10), "14.4"),
    Row(whole, 200, range: "none", length: "10", .replace(size: 10), "14.4"),
    Row(
      whole, 200, range: "bytes 5-9/10", length: "5", invalid("bytes 5-9/10 in a response that should be complete"),
      "14.4"),
    Row(next, 200, range: "bytes 0-4/10", length: "5", .requestComplete, "14.4"),
    // The server does not support ranges, or ignores them.
    Row(first, 200, length: "1000", .replace(size: 1000), "14.2"),
    Row(first, 200, length: "1000", fields: ["Content-Encoding": "gzip"], .replace(size: nil), "14.2"),
    // The bytes have changed, or the server cannot detect it.
    Row(next, 200, tag: "\"b\"", length: "1000", .replace(size: 1000), "13.1.5"),
    Row(next, 200, tag: "\"a\"", length: "1000", .replace(size: 1000), "14.2"),
    Row(next, 203, length: "900", .replace(size: 900), "15.3.4"),
    Row(rest, 200, .replace(size: nil), "13.1.5"),
    Row(nextOfUnproven, 200, length: "1000", .replace(size: 1000), "14.2"),
  ]

  private static let firstParts = [
    // A range that is the complete file needs no validator.
    Row(first, 206, range: "bytes 0-49/50", .append(length: 50, size: 50), "15.3.7"),
    Row(first, 206, range: "bytes 0-99/100", .append(length: 100, size: 100), "15.3.7"),
    Row(first, 206, range: "bytes 0-49/50", length: "50", .append(length: 50, size: 50), "15.3.7"),
    Row(first, 206, range: "bytes 0-99/1000", tag: "\"a\"", .append(length: 100, size: 1000), "15.3.7"),
    Row(first, 206, range: "bytes 0-99/*", tag: "\"a\"", .append(length: 100, size: nil), "14.4"),
    Row(first, 206, range: "bytes 0-9/1000", tag: "\"a\"", .append(length: 10, size: 1000), "15.3.7"),
    Row(
      first, 206, range: "bytes 0-99/1000", fields: ["Last-Modified": day, "Date": "Mon, 07 Nov 1994 08:49:37 GMT"],
      .append(length: 100, size: 1000), "8.8.2.2"),
    Row(open, 206, range: "bytes 0-999/1000", length: "1000", .append(length: 1000, size: 1000), "14.1.2"),
    Row(open, 206, range: "bytes 0-99/1000", tag: "\"a\"", .append(length: 100, size: 1000), "15.3.7"),
    Row(open, 206, range: "bytes 0-99/1000", .requestComplete, "15.3.7.3"),
    Row(open, 416, range: "bytes */0", .requestComplete, "15.5.17"),
    // Nothing proves that the next range belongs to the same bytes.
    Row(first, 206, range: "bytes 0-99/1000", .requestComplete, "15.3.7.3"),
    Row(first, 206, range: "bytes 0-99/*", .requestComplete, "15.3.7.3"),
    Row(first, 206, range: "bytes 0-99/1000", tag: "W/\"a\"", .requestComplete, "15.3.7.3"),
    Row(
      first, 206, range: "bytes 0-99/1000", fields: ["Last-Modified": day, "Date": day], .requestComplete, "8.8.2.2"),
    // No bytes are kept, so requesting the complete file corrects every mistake.
    Row(first, 206, tag: "\"a\"", .requestComplete, "15.3.7.1"),
    Row(first, 206, range: "bytes 1-99/1000", tag: "\"a\"", .requestComplete, "14.4"),
    Row(first, 206, range: "bytes 0-100/1000", tag: "\"a\"", .requestComplete, "14.4"),
    Row(first, 206, range: "bytes 0-99/50", tag: "\"a\"", .requestComplete, "14.4"),
    Row(first, 206, range: "bytes */1000", tag: "\"a\"", .requestComplete, "14.4"),
    Row(
      first, 206, range: "bytes 0-99/1000", tag: "\"a\"", fields: ["Content-Encoding": "gzip"], .requestComplete, "8.4"),
    Row(
      first, 206, tag: "\"a\"", fields: ["Content-Type": "multipart/byteranges; boundary=x"], .requestComplete,
      "15.3.7.2"),
    Row(first, 206, range: "bytes 0-99/1000", tag: "\"a\"", length: "99", .requestComplete, "15.3.7.1"),
    // A size without kept bytes is not binding.
    Row(
      RangeRequest(end: 100, size: 5), 206, range: "bytes 0-99/1000", tag: "\"a\"", .append(length: 100, size: 1000),
      "14.4"),
    Row(
      RangeRequest(end: 100, size: 5), 206, range: "bytes 0-99/*", tag: "\"a\"", .append(length: 100, size: nil), "14.4"
    ),
    // The bytes of other ranges are kept.
    Row(firstOfSeveral, 206, range: "bytes 0-99/1000", tag: "\"a\"", .append(length: 100, size: 1000), "15.3.7.3"),
    Row(firstOfSeveral, 206, range: "bytes 0-99/1000", tag: "\"b\"", .requestAgainFromStart, "15.3.7.3"),
    Row(firstOfSeveral, 206, range: "bytes 0-99/999", tag: "\"a\"", .requestAgainFromStart, "15.3.7.3"),
    Row(firstOfSeveral, 206, range: "bytes 0-99/1000", .requestComplete, "15.3.7"),
    Row(firstOfSeveral, 206, tag: "\"a\"", .requestComplete, "15.3.7.1"),
  ]

  private static let nextParts = [
    Row(next, 206, range: "bytes 100-199/1000", tag: "\"a\"", .append(length: 100, size: 1000), "15.3.7.3"),
    Row(next, 206, range: "bytes 100-149/1000", tag: "\"a\"", .append(length: 50, size: 1000), "15.3.7"),
    Row(next, 206, range: "bytes 100-100/*", tag: "\"a\"", .append(length: 1, size: 1000), "14.4"),
    Row(
      rest, 206, range: "bytes 100-999/1000", tag: "\"a\"", length: "900", .append(length: 900, size: 1000), "15.3.7.3"),
    Row(nextOfUnknown, 206, range: "bytes 100-199/*", tag: "\"a\"", .append(length: 100, size: nil), "14.4"),
    Row(nextOfUnknown, 206, range: "bytes 100-149/150", tag: "\"a\"", .append(length: 50, size: 150), "14.4"),
    Row(
      nextByDate, 206, range: "bytes 100-199/1000", fields: ["Last-Modified": day], .append(length: 100, size: 1000),
      "15.3.7.3"),
    // The server has compared the date of If-Range, and need not repeat it.
    Row(nextByDate, 206, range: "bytes 100-199/1000", .append(length: 100, size: 1000), "15.3.7"),
    Row(
      nextByDate, 206, range: "bytes 100-199/1000", fields: ["Last-Modified": "Mon, 07 Nov 1994 08:49:37 GMT"],
      .requestAgainFromStart, "15.3.7.3"),
    Row(next, 206, range: "bytes 100-199/1000", tag: "\"b\"", .requestAgainFromStart, "15.3.7.3"),
    Row(next, 206, range: "bytes 100-199/1000", tag: "W/\"a\"", .requestAgainFromStart, "8.8.3.2"),
    Row(next, 206, range: "junk", tag: "\"b\"", .requestAgainFromStart, "15.3.7.3"),
    // A tag must be repeated.
    Row(next, 206, range: "bytes 100-199/1000", .requestComplete, "15.3.7"),
    Row(next, 206, range: "bytes 100-199/1000", fields: ["Last-Modified": day], .requestComplete, "15.3.7"),
    Row(next, 206, range: "bytes 100-199/1001", tag: "\"a\"", .requestAgainFromStart, "14.4"),
    Row(next, 206, range: "bytes 100-199/200", tag: "\"a\"", .requestAgainFromStart, "14.4"),
    Row(
      RangeRequest(offset: 100, end: 200, validator: tag, size: 150), 206, range: "bytes 100-199/*", tag: "\"a\"",
      .requestAgainFromStart, "14.4"),
    Row(nextOfUnproven, 206, range: "bytes 100-199/1000", tag: "\"a\"", .requestComplete, "15.3.7.3"),
    Row(nextOfUnproven, 206, range: "bytes 0-999/1000", .requestComplete, "15.3.7.3"),
    // A mistake does not lose kept bytes.
    Row(next, 206, range: "bytes 0-99/1000", tag: "\"a\"", .requestComplete, "14.4"),
    Row(next, 206, range: "bytes 101-199/1000", tag: "\"a\"", .requestComplete, "14.4"),
    Row(next, 206, range: "bytes 100-200/1000", tag: "\"a\"", .requestComplete, "14.4"),
    Row(next, 206, range: "bytes 199-100/1000", tag: "\"a\"", .requestComplete, "14.4"),
    Row(next, 206, range: "items 100-199/1000", tag: "\"a\"", .requestComplete, "14.4"),
    Row(next, 206, range: "bytes */1000", tag: "\"a\"", .requestComplete, "14.4"),
    Row(next, 206, range: "\u{1B}[2J" + String(repeating: "x", count: 100), tag: "\"a\"", .requestComplete, "14.4"),
    Row(next, 206, tag: "\"a\"", .requestComplete, "15.3.7.1"),
    Row(
      next, 206, tag: "\"a\"", fields: ["Content-Type": "Multipart/ByteRanges; boundary=x"], .requestComplete,
      "15.3.7.2"),
    Row(
      next, 206, range: "bytes 100-199/1000", tag: "\"a\"", fields: ["Content-Encoding": "gzip"], .requestComplete,
      "8.4"),
    Row(next, 206, range: "bytes 100-199/1000", tag: "\"a\"", length: "101", .requestComplete, "15.3.7.1"),
    Row(next, 206, range: "bytes 100-199/1000", tag: "\"a\"", length: "many", .requestComplete, "8.6"),
    Row(
      whole, 206, range: "bytes 0-999/1000", tag: "\"a\"", invalid("206 to a request for the complete file"), "15.3.7"),
  ]

  private static let unsatisfied = [
    // If-Range was evaluated before, so the bytes are the same.
    Row(RangeRequest(offset: 1000, validator: tag, size: 1000), 416, range: "bytes */1000", .complete, "13.2.2"),
    Row(RangeRequest(offset: 1000, validator: tag), 416, range: "bytes */1000", .complete, "15.5.17"),
    Row(
      RangeRequest(offset: 1000, end: 1100, validator: tag), 416, range: "bytes */1000", tag: "\"a\"", .complete,
      "15.5.17"),
    Row(
      RangeRequest(offset: 1000, validator: tag), 416, range: "bytes */1000", tag: "\"b\"", .requestAgainFromStart,
      "15.5.17"),
    Row(next, 416, range: "bytes */99", .requestAgainFromStart, "15.5.17"),
    Row(next, 416, range: "bytes */0", .requestAgainFromStart, "15.5.17"),
    Row(next, 416, range: "bytes */1000", .requestAgainFromStart, "15.5.17"),
    Row(next, 416, range: "bytes */1000", tag: "\"a\"", .requestAgainFromStart, "15.5.17"),
    // It would be complete if another size had not been announced before.
    Row(next, 416, range: "bytes */100", .requestAgainFromStart, "15.5.17"),
    Row(nextOfUnknown, 416, range: "bytes */101", .requestAgainFromStart, "15.5.17"),
    Row(next, 416, .requestComplete, "15.5.17"),
    Row(next, 416, tag: "\"b\"", .requestAgainFromStart, "15.5.17"),
    Row(next, 416, range: "bytes 0-99/100", .requestComplete, "14.4"),
    Row(next, 416, range: "bytes */*", .requestComplete, "14.4"),
    Row(RangeRequest(offset: 1000, size: 1000), 416, range: "bytes */1000", .requestComplete, "13.1.5"),
    // An empty representation has no byte 0, but its head is used.
    Row(first, 416, range: "bytes */0", .requestComplete, "14.1.2"),
    Row(first, 416, .requestComplete, "15.5.17"),
    Row(firstOfSeveral, 416, range: "bytes */0", .requestComplete, "14.1.2"),
    Row(whole, 416, range: "bytes */1000", .fail(.status(416)), "15.5.17"),
  ]

  private static let otherStatuses =
    [100, 101, 199, 201, 202, 204, 205, 207, 226, 299]
    .map { ($0, "15.2, 15.3") }
    + [300, 301, 304, 307].map { ($0, "15.4") }
    + [400, 401, 403, 404, 410, 412, 429].map { ($0, "15.5") }
    + [500, 502, 503, 504].map { ($0, "15.6") }
    + [0, -1, 99, 600, 999].map { ($0, "15") }

  private static let failures = otherStatuses.flatMap { status, section in
    [whole, first, next].map { asked in
      Row(
        asked, status, range: "bytes 100-199/1000", tag: "\"a\"", length: "100", .fail(.status(status)), section)
    }
  }

  @Test(arguments: wholeAnswers + firstParts + nextParts + unsatisfied + failures)
  func `follows the table`(row: Row) {
    let answer = RangeResponse(status: row.status) { row.fields[$0] }
    #expect(RangeDecision(for: answer, to: row.asked) == row.decision)
  }

  @Test func `keeps no validator for encoded bytes`() {
    #expect(RangeResponse(status: 200) { ["ETag": "\"a\""][$0] }.validator == Self.tag)
    #expect(RangeResponse(status: 203) { ["ETag": "\"a\""][$0] }.validator == nil)
    #expect(RangeResponse(status: 200) { ["ETag": "\"a\"", "Content-Encoding": "br"][$0] }.validator == nil)
  }
}
