/// Compiles mutations into a file, so that one build has all of them and none is active.
///
/// A function that a mutation changes begins with a look at the switch: where the mutation is active, the changed body
/// is run instead. So a mutation may change anything inside of functions, and those that change the same one do not
/// know of each other.
public struct Weaver {
  private struct Variant {
    let number: Int
    let name: String
    let body: [String]
  }

  private let path: String
  private let lines: [String]
  private var variants: [Declaration: [Variant]] = [:]

  public init(path: String, text: String) {
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// Compiles a mutation in, as the one with the number.
  public mutating func weave(_ mutation: Mutation, number: Int) throws(WeavingError) {
    var edits: [Declaration: [Hunk.Edit]] = [:]
    for hunk in mutation.changes.filter({ $0.path == path }).flatMap(\.hunks) {
      guard let found = hunk.edits(of: lines) else {
        throw WeavingError("\(mutation.name): does not apply, as \(path) has other lines by now")
      }
      for edit in found {
        guard let declaration = Declaration(around: edit, in: lines) else {
          let line = edit.range.lowerBound + 1
          throw WeavingError("\(mutation.name): line \(line) of \(path) is not inside the body of a function")
        }
        edits[declaration, default: []].append(edit)
      }
    }
    for (declaration, edits) in edits {
      let body = try mutatedBody(of: declaration, edits, mutation.name)
      variants[declaration, default: []].append(Variant(number: number, name: mutation.name, body: body))
    }
  }

  private func mutatedBody(
    of declaration: Declaration, _ edits: [Hunk.Edit], _ name: String
  ) throws(WeavingError) -> [String] {
    guard declaration.isOneLine else {
      var body: [String] = []
      var next = declaration.body.lowerBound
      for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
        body += lines[next..<edit.range.lowerBound] + edit.lines
        next = edit.range.upperBound
      }
      return body + lines[next..<declaration.body.upperBound]
    }
    let original = lines[declaration.range.lowerBound]
    guard edits.count == 1, edits[0].lines.count == 1, let parts = Declaration.split(edits[0].lines[0]),
      parts.header == Declaration.split(original)?.header
    else { throw WeavingError("\(name): only the body of a function may change, in as many lines") }
    return [parts.body]
  }

  /// The file with all that has been compiled in.
  public var text: String {
    var result: [String] = []
    var next = 0
    for (declaration, variants) in variants.sorted(by: { $0.key.range.lowerBound < $1.key.range.lowerBound }) {
      result += lines[next..<declaration.range.lowerBound]
      result += woven(declaration, variants)
      next = declaration.range.upperBound
    }
    return (result + lines[next...]).joined(separator: "\n")
  }

  private func woven(_ declaration: Declaration, _ variants: [Variant]) -> [String] {
    let parts = declaration.isOneLine ? Declaration.split(lines[declaration.range.lowerBound]) : nil
    let header = parts.map { [$0.header] } ?? Array(lines[declaration.range.lowerBound..<declaration.body.lowerBound])
    let body = parts.map { [$0.body] } ?? Array(lines[declaration.body])
    var result = header
    for variant in variants.sorted(by: { $0.number < $1.number }) {
      // Errors of the compiler name the patch.
      result += ["if Mutation.isActive(\(variant.number)) {"]
      result += ["#sourceLocation(file: \"Tests/Mutations/\(variant.name).patch\", line: 1)"]
      result += explicit(variant.body, declaration)
      result += ["#sourceLocation()"]
      if !declaration.returnsValue { result.append("return") }
      result.append("}")
    }
    return result + explicit(body, declaration) + (parts == nil ? [lines[declaration.range.upperBound - 1]] : ["}"])
  }

  /// The body with a `return`, where it could do without as it was a single expression.
  private func explicit(_ body: [String], _ declaration: Declaration) -> [String] {
    guard declaration.returnsValue else { return body }
    let texts = body.map(\.trimmingSpaces)
    let indentation = body.filter { !$0.trimmingSpaces.isEmpty }.map(\.indentation).min() ?? 0
    let statements = body.indices.filter { index in
      body[index].indentation == indentation && !Self.isContinuation(texts[index])
    }
    guard statements.count == 1, let first = statements.first, !Self.isStatement(texts[first]) else { return body }
    // The branches of a statement return by themselves; a closure inside of an expression may return, too.
    let isBranching = ["switch ", "if ", "do {"].contains { texts[first].hasPrefix($0) }
    if isBranching, texts.contains(where: { $0.hasPrefix("return") || $0.contains(" return ") }) { return body }
    var result = body
    result[first] = "return " + texts[first]
    return result
  }

  private static func isContinuation(_ text: String) -> Bool {
    let beginnings = ["}", ")", ".", "?", ":", "]", "#", "//", "&", "|", "case ", "default:"]
    return text.isEmpty || beginnings.contains { text.hasPrefix($0) }
  }

  private static func isStatement(_ text: String) -> Bool {
    ["return", "throw ", "guard ", "let ", "var ", "while ", "for ", "repeat ", "fatalError", "preconditionFailure"]
      .contains { text.hasPrefix($0) }
  }
}

extension Weaver {
  /// The source of the switch, for the module that mutations are compiled into.
  public static let switchSource = """
    #if canImport(Darwin)
      import Darwin
    #elseif canImport(Glibc)
      import Glibc
    #elseif canImport(Musl)
      import Musl
    #endif

    @usableFromInline
    package enum Mutation {
      private static let active = unsafe getenv("TIDINGS_MUTATION").flatMap { unsafe Int(String(cString: $0)) }

      @usableFromInline
      package static func isActive(_ number: Int) -> Bool { active == number }
    }
    """
}
