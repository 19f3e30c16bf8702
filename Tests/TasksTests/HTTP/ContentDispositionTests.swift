import Testing
import TidingsTasks

/// RFC 6266 and 8187.
struct ContentDispositionTests {
  private static let good: [(String, String?)] = [
    ("", nil),
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
    // One that cannot be decoded is ignored.
    ("attachment; filename=a; filename*=UTF-8''%e2%82", "a"),
    ("attachment; filename=a; filename*=UTF-8''%zz", "a"),
    ("attachment; filename=a; filename*=UTF-8''%4", "a"),
    ("attachment; filename=a; filename*=UTF-8''%", "a"),
    ("attachment; filename=a; filename*=iso-8859-1'en'%A3", "a"),
    ("attachment; filename=a; filename*=b", "a"),
    ("attachment; filename*=UTF-8''%FF", nil),
    // Other parameters are used if one cannot be read.
    ("attachment; filename=\"report.pdf\"; filename*=UTF-8''a%20b(1).pdf", "a b(1).pdf"),
    ("attachment; filename", nil),
    ("attachment; filename=", nil),
    ("attachment; filename=\"a", nil),
    ("attachment; filename=\"a\\", nil),
    ("attachment; filename=\"a\\\"", nil),
    ("attachment; filename=\"a\"b", "a"),
    ("attachment; filename= \"a", nil),
    ("attachment; =a; filename=b", "b"),
    ("attachment; x=(; filename=b", "b"),
    ("attachment filename=a", nil),
    ("attachment, filename=a", nil),
    // A parameter inside the value of another one.
    ("attachment; foo=\"; filename=b\"; filename=a", "a"),
    ("attachment; name=\"f\\\"; filename=b\"; filename=\"a\"", "a"),
    // Without the quotes that the grammar requires.
    ("attachment; filename=foo[1].pdf", "foo[1].pdf"),
    ("attachment; filename=文件.zip", "文件.zip"),
    ("attachment; filename=a b.txt ; size=5", "a b.txt"),
    ("attachment; filename=a/b", "a/b"),
    ("attachment; filename=é", "é"),
  ]

  @Test(arguments: good)
  func `proposes a file name`(field: String, name: String?) {
    #expect(SafeFileName.proposed(in: field) == name)
  }
}
