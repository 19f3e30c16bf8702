import Foundation
import Testing

/// Programs that new users write from the pages alone, in projects of each kind.
@Suite("The first hour")
struct FirstHourTests {
  @Test(arguments: try programs(), [Compiler.swift6, .swift5, .mainActorByDefault])
  func `A program that is written from the pages compiles without warnings`(
    _ program: String, in compiler: Compiler
  ) async throws {
    try await compiler.accepts(String(contentsOf: Self.folder.appending(component: program), encoding: .utf8))
  }

  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().appending(path: "../../Clients/FirstHour").standardized

  private static func programs() throws -> [String] {
    let programs = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
    try #require(!programs.isEmpty)
    return programs.sorted()
  }
}
