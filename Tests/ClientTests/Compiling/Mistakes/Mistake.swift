import Testing

/// Something that people write who do not know the package yet, and what the compiler tells them.
struct Mistake: Sendable {
  let code: String
  /// A part of an error on one of the lines.
  let answer: String

  init(_ code: String, _ answer: String) {
    self.code = code
    self.answer = answer
  }
}

extension Mistake: CustomTestStringConvertible {
  var testDescription: String { code }
}
