import Testing
import Weaving

@Suite struct WeaverTests {
  private static let counter = """
    struct Counter {
      var count = 0
      var isZero: Bool { count == 0 }

      mutating func increment(
        by step: Int
      ) {
        guard step > 0 else { return }
        count += step
      }

      func next() -> Int {
        count + 1
      }

      func sum() -> Int {
        var sum = [1, 2].map { $0 }
        sum.append(count)
        return sum.count
      }
    }

    """

  private func woven(_ hunks: String...) throws -> String {
    var weaver = Weaver(path: "Counter.swift", text: Self.counter)
    for (number, hunk) in hunks.enumerated() {
      try weaver.weave(try mutation(hunk), number: number)
    }
    return weaver.text
  }

  private func mutation(_ hunk: String) throws -> Mutation {
    try Mutation(
      name: "fault",
      patch: """
        Counts wrongly.
        promise: P1
        scenarios: one; another

        --- a/Counter.swift
        +++ b/Counter.swift
        @@ -1,1 +1,1 @@
        \(hunk)
        """)
  }

  @Test func `the head of a patch names the promise and the scenarios`() throws {
    let mutation = try mutation("-    count + 1\n+    count + 2")
    #expect(mutation.summary == "Counts wrongly.")
    #expect(mutation.promise == "P1")
    #expect(mutation.scenarios == ["one", "another"])
    #expect(mutation.changes.map(\.path) == ["Counter.swift"])
  }

  @Test func `a function that is mutated has both bodies, and the switch chooses`() throws {
    let hunk = """
        mutating func increment(
          by step: Int
        ) {
      -    guard step > 0 else { return }
          count += step
      """
    let expected = """
        ) {
      if Mutation.isActive(0) {
      #sourceLocation(file: "Tests/Mutations/fault.patch", line: 1)
          count += step
      #sourceLocation()
      return
      }
          guard step > 0 else { return }
          count += step
        }
      """
    #expect(try woven(spaced(hunk)).contains(expected))
  }

  @Test func `an expression that was returned implicitly is returned`() throws {
    let hunk = """
        func next() -> Int {
      -    count + 1
      +    count + 2
        }
      """
    let text = try woven(spaced(hunk))
    #expect(text.contains("return count + 2"))
    #expect(text.contains("return count + 1"))
  }

  @Test func `an accessor in one line is mutated`() throws {
    let text = try woven("-  var isZero: Bool { count == 0 }\n+  var isZero: Bool { true }")
    #expect(text.contains("return true"))
    #expect(text.contains("return count == 0"))
  }

  @Test func `a variable that a closure initialises is a line of its function`() throws {
    let text = try woven("-    var sum = [1, 2].map { $0 }\n+    var sum = [count]")
    #expect(text.contains("    var sum = [count]\n    sum.append(count)"))
  }

  @Test func `two mutations of one function do not know of each other`() throws {
    let text = try woven("-    count + 1\n+    count + 2", "-    count + 1\n+    count + 3")
    #expect(text.contains("if Mutation.isActive(0) {"))
    #expect(text.contains("if Mutation.isActive(1) {"))
    #expect(text.contains("return count + 2") && text.contains("return count + 3"))
  }

  @Test func `a patch of lines that are gone is refused`() {
    #expect { try woven("-    count + 7\n+    count + 2") } throws: { "\($0)".contains("fault: does not apply") }
  }

  @Test func `a change outside of functions is refused`() {
    #expect { try woven("-  var count = 0\n+  var count = 1") } throws: {
      "\($0)".contains("is not inside the body of a function")
    }
  }

  /// The hunk, whose unchanged lines begin with a space.
  private func spaced(_ hunk: String) -> String {
    hunk.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("-") || $0.hasPrefix("+") ? String($0) : " \($0)" }
      .joined(separator: "\n")
  }
}
