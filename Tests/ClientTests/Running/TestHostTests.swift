import Foundation
import Testing

/// Tests that fail are programs of their own, see `Tests/Hosts`, so that this run does not.
@Suite("A failure that the test kit finds", .timeLimit(.minutes(10)))
struct TestHostTests {
  @Test("reaches Swift Testing at the line of the caller, also from a dispatch queue")
  func swiftTesting() async throws {
    let run = try await Program(BuildFolder.executable("SwiftTestingSamples")).run()
    #expect(run.status != 0)
    let due = dueFailures(in: run.output)
    #expect(due.map(\.message) == ["the test failed", "a queue failed"])
    for (line, message) in due {
      let report = try Regex("FailingSamples.swift:\(line):[0-9]+: Issue recorded\n.* \(message)\n")
      #expect(run.output.contains(report), "\(run.output)")
    }
    #expect(run.output.contains("in the test failsOnAQueue()"))
  }

  #if canImport(XCTest) && !canImport(Darwin)
    @Test("reaches XCTest at the line of the caller, also from a dispatch queue")
    func xcTest() async throws {
      let run = try await Program(BuildFolder.executable("XCTestSamples")).run()
      #expect(run.status != 0)
      let due = dueFailures(in: run.output)
      #expect(due.map(\.message) == ["the test failed", "a queue failed"])
      for (line, message) in due {
        let report = try Regex("main.swift:\(line): error: FailingSamples.test.* : failed - \(message)\n")
        #expect(run.output.contains(report), "\(run.output)")
      }
    }

    @Test("stops the program where no test runs")
    func outside() async throws {
      let run = try await Program(BuildFolder.executable("XCTestSamples"), ["outside"]).run()
      #expect(run.status != 0)
      #expect(run.output.contains("nobody hears this"))
      #expect(!run.output.contains("Test Suite"))
    }
  #endif

  /// What the samples tell before they fail.
  private func dueFailures(in output: String) -> [(line: String, message: String)] {
    output.matches(of: /due in line ([0-9]+): (.*)/).map { (line: String($0.1), message: String($0.2)) }
  }
}
