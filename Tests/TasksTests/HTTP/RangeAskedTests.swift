import Testing
import TidingsTasks

/// RFC 9110, 13.1.5 and 14.2.
struct RangeAskedTests {
  private static let tag = StrongValidator(ifRangeField: "\"a\"")

  @Test(arguments: [
    (RangeAsked(), []),
    (RangeAsked(validator: tag, size: 10), []),
    (RangeAsked(end: 8_388_608), ["Range: bytes=0-8388607"]),
    (RangeAsked(end: 1), ["Range: bytes=0-0"]),
    (RangeAsked(end: 100, validator: tag), ["Range: bytes=0-99", "If-Range: \"a\""]),
    (RangeAsked(offset: 100), ["Range: bytes=100-"]),
    (RangeAsked(offset: 100, validator: tag), ["Range: bytes=100-", "If-Range: \"a\""]),
    (RangeAsked(offset: 100, end: 200, validator: tag), ["Range: bytes=100-199", "If-Range: \"a\""]),
    (RangeAsked(offset: .max - 1, end: .max), ["Range: bytes=9223372036854775806-9223372036854775806"]),
  ])
  func `is sent as fields`(asked: RangeAsked, fields: [String]) {
    #expect(asked.fields.map { "\($0.name): \($0.value)" } == fields)
  }
}
