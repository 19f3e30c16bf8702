import Foundation
import TestSupport
import Testing

/// Compiles code as a client of the package would, against the modules of the build under test.
struct Compiler {
  /// The compiler settings of the client's project.
  var mode = ["-swift-version", "6"]

  static let swift6 = Compiler()
  static let swift5 = Compiler(mode: ["-swift-version", "5"])
  /// The settings of new app projects of Xcode.
  static let mainActorByDefault = Compiler(
    mode: [
      "-swift-version", "6", "-default-isolation", "MainActor",
      "-enable-upcoming-feature", "NonisolatedNonsendingByDefault",
      "-enable-upcoming-feature", "InferIsolatedConformances",
      "-enable-upcoming-feature", "MemberImportVisibility",
    ])

  /// Checks that the code compiles without any message.
  func accepts(_ source: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let run = try await compile(source)
    #expect(run.status == 0, "\(run.output)", sourceLocation: sourceLocation)
    #expect(run.output == "", sourceLocation: sourceLocation)
  }

  /// Checks that the code does not compile, and that the compiler reports the expected reason.
  func rejects(
    _ source: String, saying diagnostic: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let run = try await compile(source)
    #expect(run.status != 0, "it compiles", sourceLocation: sourceLocation)
    #expect(run.output.contains(diagnostic), "\(run.output)", sourceLocation: sourceLocation)
  }

  /// The messages of the compiler.
  func output(of source: String) async throws -> String {
    try await compile(source).output
  }

  /// Emits SIL, because type checking alone does not find violations of isolation regions.
  private func compile(_ source: String) async throws -> Program.Run {
    let arguments = ["swiftc", "-emit-sil", "-o", "/dev/null", "-I", try BuildFolder.modules.path] + mode + ["-"]
    return try await Program(URL(filePath: "/usr/bin/env"), arguments).run(input: source)
  }
}
