import Testing
import TidingsTesting

@Suite("A marble diagram")
struct MarbleDiagramTests {
  private func entries(_ text: String) throws -> [String] {
    try MarbleDiagram(text).entries.map { "\($0.frame) \($0.mark)" }
  }

  @Test func `has the frame of each mark, which is its column`() throws {
    #expect(try entries("--a-7-#|") == ["2 update(\"a\")", "4 update(\"7\")", "6 failure", "7 end"])
    #expect(try entries("  ^--!") == ["2 subscribed", "5 unsubscribed"])
    #expect(try entries("").isEmpty)
    #expect(try MarbleDiagram("--a--").length == 5)
  }

  @Test func `puts a group into the frame where it opens; what follows stands in its own column`() throws {
    #expect(try entries("-(ab|)") == ["1 update(\"a\")", "1 update(\"b\")", "1 end"])
    #expect(try entries("(ab)c") == ["0 update(\"a\")", "0 update(\"b\")", "4 update(\"c\")"])
  }

  @Test(arguments: [
    ("--(a", 2, "this group is not closed"),
    ("--a)", 3, "no group is open here"),
    ("a-()", 2, "this group is empty"),
    ("(a(b))", 2, "a group cannot stand inside another"),
    ("(a-b)", 2, "no time passes inside a group"),
    ("a|-b", 3, "nothing comes after the end"),
    ("^-^", 2, "one diagram shows one subscription"),
    ("a-?", 2, "a mark is a letter, a digit, or one of - | # ( ) ^ !, not ?"),
  ])
  func `says where it cannot be read`(_ text: String, column: Int, reason: String) throws {
    let error = try #require(throws: MarbleSyntaxError.self) { try MarbleDiagram(text) }
    #expect(error.column == column)
    #expect(error.reason == reason)
  }

  @Test func `points at the column`() throws {
    let error = try #require(throws: MarbleSyntaxError.self) { try MarbleDiagram("--a?b") }
    #expect(
      error.description == """
        A marble diagram cannot be read at column 4: a mark is a letter, a digit, or one of - | # ( ) ^ !, not ?
          --a?b
             ^
        """)
  }
}
