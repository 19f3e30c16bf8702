import Testing
import TidingsTasks

/// RFC 6266 and 8187.
struct ContentDispositionTests {
  private static let good: [(String, String?)] = [
    ("attachment", nil),
    ("inline", nil),
    ("attachment;", nil),
    ("attachment; filename=example.html", "example.html"),
    ("attachment; filename=\"example.html\"", "example.html"),
    ("INLINE; FILENAME= \"an example.html\"", "an example.html"),
    ("attachment;filename = \"a;b=c,d\" ;", "a;b=c,d"),
    ("attachment; filename=\"a \\\"quoted\\\" \\\\name\"", "a \"quoted\" \\name"),
    ("attachment; filename=\"\"", ""),
    ("attachment; filename=\"é\"", "é"),
    ("attachment; filename=\"%41\"", "%41"),
    ("attachment; filename*= UTF-8''%e2%82%ac%20rates", "€ rates"),
    ("attachment; filename=\"EURO rates\"; filename*=utf-8''%e2%82%ac%20rates", "€ rates"),
    ("attachment; filename*=UTF-8'de'%C3%A4; filename=a", "ä"),
    ("attachment; filename*=\"UTF-8''quoted%2Etxt\"", "quoted.txt"),
    ("attachment; filename*=UTF-8''it's", "it's"),
    ("attachment; filename*=UTF-8''%2e%2e%2fetc; x=y", "../etc"),
    ("attachment; filename=first; filename=second", "first"),
    ("attachment; name=\"x\"; size=5; filename=y", "y"),
    // Not readable: the other one counts.
    ("attachment; filename=a; filename*=UTF-8''%e2%82", "a"),
    ("attachment; filename=a; filename*=UTF-8''%zz", "a"),
    ("attachment; filename=a; filename*=UTF-8''%4", "a"),
    ("attachment; filename=a; filename*=UTF-8''%", "a"),
    ("attachment; filename=a; filename*=iso-8859-1'en'%A3", "a"),
    ("attachment; filename=a; filename*=b", "a"),
    ("attachment; filename*=UTF-8''%FF", nil),
  ]

  @Test(arguments: good)
  func `has a file name`(field: String, name: String?) throws {
    #expect(try #require(ContentDisposition(field)).fileName == name)
  }

  @Test(arguments: [
    "", ";", "; filename=a", "=", "attachment filename=a", "attachment, filename=a", "attachment; filename",
    "attachment; filename=", "attachment; filename=\"a", "attachment; filename=\"a\\", "attachment; filename=\"a\\\"",
    "attachment; filename=a b", "attachment; filename=\"a\"b", "attachment; filename=a/b", "attachment; filename=é",
    "attachment; filename=\"a\0b\"", "attachment; filename=\"a\r\nb\"", "attachment; filename=\"a\\\0\"",
    "\"attachment\"; filename=a", "attachment; =a",
  ])
  func `is nothing else`(field: String) {
    #expect(ContentDisposition(field) == nil)
  }

  @Test func `survives every input`() {
    for field in Mutations(of: Self.good.map(\.0)) {
      guard let name = ContentDisposition(field)?.fileName else { continue }
      let quoted = name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      guard !name.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { continue }
      #expect(ContentDisposition("attachment; filename=\"\(quoted)\"")?.fileName == name)
    }
  }
}
