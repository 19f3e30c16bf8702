import Testing
import TidingsTasks

/// RFC 9110, 8.8 and 13.1.5.
struct StrongValidatorTests {
  private static let sent = "Sun, 06 Nov 1994 08:50:37 GMT"
  private static let minuteEarlier = "Sun, 06 Nov 1994 08:49:37 GMT"
  private static let almostMinuteEarlier = "Sun, 06 Nov 1994 08:49:38 GMT"

  @Test(
    arguments: [
      ("\"a\"", nil, nil, "\"a\""),
      ("\"a\"", minuteEarlier, sent, "\"a\""),
      (nil, minuteEarlier, sent, minuteEarlier),
    ] as [(String?, String?, String?, String)])
  func `is a strong tag or an old date`(entityTag: String?, lastModified: String?, date: String?, field: String) throws
  {
    let validator = try #require(StrongValidator(entityTag: entityTag, lastModified: lastModified, date: date))
    #expect(validator.rawValue == field)
    #expect(validator.comparison(entityTag: entityTag, lastModified: lastModified) == .same)
  }

  @Test(
    arguments: [
      (nil, nil, nil),
      ("W/\"a\"", nil, nil),
      // A date may only be sent where there is no tag (13.1.5).
      ("W/\"a\"", minuteEarlier, sent),
      ("without quotes", minuteEarlier, sent),
      ("", minuteEarlier, sent),
      (nil, almostMinuteEarlier, sent),
      (nil, sent, minuteEarlier),
      (nil, minuteEarlier, nil),
      (nil, minuteEarlier, "yesterday"),
      (nil, "yesterday", sent),
      (nil, nil, sent),
    ] as [(String?, String?, String?)])
  func `is never a weak tag or a recent date`(entityTag: String?, lastModified: String?, date: String?) {
    #expect(StrongValidator(entityTag: entityTag, lastModified: lastModified, date: date) == nil)
  }

  private static let oldDate = StrongValidator(entityTag: nil, lastModified: minuteEarlier, date: sent)
  private static let tag = StrongValidator(entityTag: "\"a\"", lastModified: minuteEarlier, date: sent)

  @Test(
    arguments: [
      (tag, "\"a\"", nil, .same),
      (tag, "\"a\"", sent, .same),
      (tag, "\"b\"", nil, .other),
      (tag, "\"A\"", nil, .other),
      // The bytes differ, although the characters are equal.
      (StrongValidator(rawValue: "\"e\u{301}\""), "\"\u{E9}\"", nil, .other),
      (tag, "W/\"a\"", nil, .other),
      (tag, "a", nil, .other),
      (tag, nil, nil, .unknown),
      (tag, nil, minuteEarlier, .unknown),
      (oldDate, nil, minuteEarlier, .same),
      (oldDate, "\"a\"", minuteEarlier, .same),
      (oldDate, nil, almostMinuteEarlier, .other),
      (oldDate, nil, "yesterday", .other),
      (oldDate, nil, nil, .unknown),
      (oldDate, "\"a\"", nil, .unknown),
    ] as [(StrongValidator?, String?, String?, StrongValidator.Comparison)])
  func `compares a tag with tags, and a date with dates`(
    validator: StrongValidator?, entityTag: String?, lastModified: String?, result: StrongValidator.Comparison
  ) {
    #expect(validator?.comparison(entityTag: entityTag, lastModified: lastModified) == result)
  }

  @Test(arguments: ["\"a\"", "\"é\\,\"", minuteEarlier])
  func `is stored as the value of its field`(field: String) throws {
    let validator = try #require(StrongValidator(rawValue: field))
    let kept = try JSONEncoder().encode([validator])
    #expect(try JSONDecoder().decode([String].self, from: kept) == [field])
    #expect(try JSONDecoder().decode([StrongValidator].self, from: kept) == [validator])
  }

  @Test(arguments: ["[\"\"]", "[\"W/\\\"a\\\"\"]", "[\"a\"]", "[\"\\\"a\\\"\\r\\nHost: other\"]", "[1]", "[null]"])
  func `is not read from a damaged record`(text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([StrongValidator].self, from: Data(text.utf8))
    }
  }

  @Test(arguments: ["\"xyzzy\"", "\"\"", "\"a,b\"", "\"back\\slash\"", "\"é\"", "\"!#~\"", "\"W/\""])
  func `a tag is read and written unchanged`(field: String) {
    #expect(StrongValidator(rawValue: field)?.rawValue == field)
    #expect(StrongValidator(rawValue: " \t\(field) ")?.rawValue == field)
    #expect(StrongValidator(rawValue: "W/\(field)") == nil)
  }

  @Test(arguments: [
    "", "xyzzy", "\"", "\"xyzzy", "xyzzy\"", "'xyzzy'", "w/\"xyzzy\"", "W/", "W/xyzzy", "W / \"xyzzy\"", "W/ \"xyzzy\"",
    "\"a\"b\"", "\"a\", \"b\"", "\"a b\"", "\"a\tb\"", "\"a\r\nb\"", "\"a\0b\"", "\"a\u{7F}b\"", "\"a\"\u{301}", "*",
    "\u{A0}\"a\"", "\"a\"\r\n",
  ])
  func `rejects invalid tags`(field: String) {
    #expect(StrongValidator(rawValue: field) == nil)
  }
}
