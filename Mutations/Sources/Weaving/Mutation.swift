/// A deliberate fault in the sources, read from a patch, and the promise that it breaks.
///
///     Takes the baton although another thread has it.
///     promise: P3
///     scenarios: two publishers; publisher, finish
///
///     --- a/Sources/Core/Hub/Baton.swift
///     +++ b/Sources/Core/Hub/Baton.swift
///     @@ -60,3 +60,3 @@
///
/// A unified diff follows the head; `git apply` takes the patch as well.
public struct Mutation: Sendable {
  public let name: String
  /// Says in one sentence what the mutated code does.
  public let summary: String
  /// The beginning that the message of a failing scenario must have: the number of a promise, or what the explorer says of itself,
  /// such as `RACE` or `LIVELOCK`. Or `crash: ` and a part of what the process prints as it stops.
  public let promise: String
  /// The scenarios that are run, in this order, until one fails.
  public let scenarios: [String]
  public let changes: [FileChange]

  public init(name: String, patch: String) throws(WeavingError) {
    let lines = patch.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let start = lines.firstIndex { $0.hasPrefix("--- ") } ?? lines.endIndex
    var fields: [String: String] = [:]
    var summary: [String] = []
    for line in lines[..<start] where !line.isEmpty {
      if let field = Self.fields.first(where: { line.hasPrefix("\($0): ") }) {
        fields[field] = String(line.dropFirst(field.count + 2))
      } else {
        summary.append(line)
      }
    }
    guard let promise = fields["promise"], let scenarios = fields["scenarios"], !summary.isEmpty else {
      throw WeavingError("\(name): the head of a patch is a sentence, then `promise: `, then `scenarios: `")
    }
    self.name = name
    self.summary = summary.joined(separator: " ")
    self.promise = promise
    self.scenarios = scenarios.split(separator: ";").map { $0.trimmingSpaces }
    changes = try FileChange.all(in: lines[start...], of: name)
  }

  private static let fields = ["promise", "scenarios"]
}

/// Says why a mutation cannot be compiled in.
public struct WeavingError: Error, CustomStringConvertible {
  public let description: String

  public init(_ description: String) {
    self.description = description
  }
}

extension StringProtocol {
  var trimmingSpaces: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  /// The number of spaces that the line begins with.
  var indentation: Int { prefix { $0 == " " }.count }
}
