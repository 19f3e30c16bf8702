import Foundation
import TestSupport
import Testing

/// Failing tests are in separate programs, see `Tests/Hosts`, so that this run does not fail.
@Suite("A failure that the test kit finds", .timeLimit(.minutes(10)))
struct TestHostTests {
  @Test func `is reported once to Swift Testing, at the line of the caller, also from a dispatch queue`() async throws {
    let run = try await Program(BuildFolder.executable("SwiftTestingSamples")).run()
    #expect(run.status != 0)
    let lines = run.output.split(separator: "\n")
    for (line, message) in try dueFailures(in: run.output) {
      let report = try #require(lines.firstIndex { $0.contains(" at FailingSamples.swift:\(line):") }, "\(run.output)")
      #expect(lines[report + 1] == "↳ \(message)")
    }
    #expect(run.output.contains("Expectation failed: `what the test reads was delivered`"))
    #expect(run.output.contains("in the test “fails on a queue”"))
    #expect(!run.output.contains("Caught error"))
  }

  #if canImport(XCTest) && !canImport(Darwin)
    @Test func `is reported once to XCTest, at the line of the caller, also from a dispatch queue`() async throws {
      let run = try await Program(BuildFolder.executable("XCTestSamples")).run()
      #expect(run.status != 0)
      let lines = run.output.split(separator: "\n")
      for (line, message) in try dueFailures(in: run.output) {
        let reports = lines.filter { $0.contains("main.swift:\(line): error: FailingSamples.") }
        #expect(reports.count == 1 && reports[0].hasSuffix(" - \(message)"), "\(run.output)")
      }
      #expect(run.output.contains("non-nil value of type \"ExpectedDelivery\""))
      #expect(run.output.contains("Executed 4 tests, with 4 failures (0 unexpected)"))
    }

    @Test func `stops the program if no test is running`() async throws {
      let run = try await Program(BuildFolder.executable("XCTestSamples"), ["outside"]).run()
      #expect(run.status != 0)
      #expect(run.output.contains("expected no more updates, received [1]"))
      #expect(!run.output.contains("Test Suite"))
    }
  #endif

  /// The failures that the samples announce in their output.
  private func dueFailures(in output: String) throws -> [(line: Substring, message: Substring)] {
    let due = output.matches(of: /due in line ([0-9]+): (.*)/).map { (line: $0.1, message: $0.2) }
    try #require(due.count == 4, "\(output)")
    return due
  }
}
