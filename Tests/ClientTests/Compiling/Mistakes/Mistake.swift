import Testing

/// A mistake of a new user, and the expected message of the compiler.
struct Mistake: Sendable {
  let code: String
  /// A part of an error on one of the lines.
  let answer: String
  /// The page that quotes the message and names the solution, if the message does not.
  let page: String?

  init(_ code: String, _ answer: String, page: String? = nil) {
    self.code = code
    self.answer = answer
    self.page = page
  }
}

extension Mistake: CustomTestStringConvertible {
  var testDescription: String { code }
}
