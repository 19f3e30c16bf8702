import Testing
import TidingsTasks

/// RFC 9110, 8.8.3.
struct EntityTagTests {
  private static let good = [
    ("\"xyzzy\"", false), ("W/\"xyzzy\"", true), ("\"\"", false), ("W/\"\"", true), ("\"a,b\"", false),
    ("\"back\\slash\"", false), ("\"é\"", false), ("\"!#~\"", false), ("\"W/\"", false),
  ]

  @Test(arguments: good)
  func `is read and written as it is`(field: String, isWeak: Bool) throws {
    let tag = try #require(EntityTag(field))
    #expect(tag.isWeak == isWeak)
    #expect(tag.fieldValue == field)
  }

  @Test(arguments: [
    "", "xyzzy", "\"", "\"xyzzy", "xyzzy\"", "'xyzzy'", "w/\"xyzzy\"", "W/", "W/xyzzy", "W / \"xyzzy\"", "W/ \"xyzzy\"",
    "\"a\"b\"", "\"a\", \"b\"", "\"a b\"", "\"a\tb\"", "\"a\r\nb\"", "\"a\0b\"", "\"a\u{7F}b\"", "\"a\"\u{301}", "*",
    "\u{A0}\"a\"", "\"a\"\r\n",
  ])
  func `is nothing else`(field: String) {
    #expect(EntityTag(field) == nil)
  }

  @Test func `has no whitespace around it`() {
    #expect(EntityTag(" \t\"a\" ") == EntityTag("\"a\""))
  }

  @Test func `is another where bytes differ that look the same`() {
    #expect(EntityTag("\"e\u{301}\"") != EntityTag("\"\u{E9}\""))
    #expect(EntityTag("\"a\"") != EntityTag("\"A\""))
    #expect(EntityTag("\"a\"") != EntityTag("W/\"a\""))
  }

  @Test func `survives every input`() {
    for field in Mutations(of: Self.good.map(\.0)) {
      guard let tag = EntityTag(field) else { continue }
      #expect(EntityTag(tag.fieldValue) == tag)
    }
  }
}
