import Testing
import TidingsTasks

/// RFC 9110, 13.1.5 and 14.2.
struct RangeAskedTests {
  private static let tag = StrongValidator(rawValue: "\"a\"")

  @Test(arguments: [
    (RangeRequest(), []),
    (RangeRequest(validator: tag, size: 10), []),
    (RangeRequest(end: 8_388_608), ["Range: bytes=0-8388607"]),
    (RangeRequest(end: 1), ["Range: bytes=0-0"]),
    (RangeRequest(end: 100, validator: tag), ["Range: bytes=0-99", "If-Range: \"a\""]),
    (RangeRequest(offset: 100), ["Range: bytes=100-"]),
    (RangeRequest(offset: 100, validator: tag), ["Range: bytes=100-", "If-Range: \"a\""]),
    (RangeRequest(offset: 100, end: 200, validator: tag), ["Range: bytes=100-199", "If-Range: \"a\""]),
    (RangeRequest(offset: .max - 1, end: .max), ["Range: bytes=9223372036854775806-9223372036854775806"]),
  ])
  func `is sent as fields`(asked: RangeRequest, fields: [String]) {
    #expect(asked.fields.map { "\($0.name): \($0.value)" } == fields)
  }
}
