/// A parser of untrusted bytes, and the conditions for its results.
struct Fuzzed: Sendable, CustomStringConvertible {
  /// Also the name of the folder with its corpus.
  let name: String
  /// Strings that have a meaning for the parser.
  let words: [String]
  /// Returns the error in the result for these bytes, or nil.
  let fault: @Sendable ([UInt8]) -> String?

  init(_ name: String, words: [String], _ fault: @escaping @Sendable ([UInt8]) -> String?) {
    self.name = name
    self.words = words
    self.fault = fault
  }

  /// For a parser of text. Bytes that are not valid UTF-8 are passed as the replacement character.
  init(text name: String, words: [String], _ fault: @escaping @Sendable (String) -> String?) {
    self.init(name, words: words) { fault(String(decoding: $0, as: UTF8.self)) }
  }

  var description: String { name }

  static let all = [
    marbles, contentRange, retryAfter, httpDate, entityTag, contentDisposition, fileName, resumeRecord, rangeResponse,
    address, location,
  ]
}

/// The first of the messages whose condition does not hold.
func firstFault(_ checks: (holds: Bool, message: String)...) -> String? {
  checks.first { !$0.holds }?.message
}
