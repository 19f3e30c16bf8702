import Foundation
import Testing
import TidingsTasks

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Every fault, at every byte where it may matter, in every mode: the file, byte for byte, or the right error.
@Suite(.timeLimit(.minutes(30)))
struct MatrixTests {
  private static let casesAtOnce = 8

  @Test func everyFaultHasItsOutcomeAndLeavesNothing() async throws {
    // Pools of threads and sessions are as large as they get after this.
    _ = try await play(Array(MatrixCase.all.prefix(100)))
    let threads = ProcessFootprint.threadCount ?? 0
    let descriptors = ProcessFootprint.descriptors.count

    let played = try await play(MatrixCase.all)
    let cases = "\(MatrixCase.all.count) cases, \(played.stillCount) of them tried again"
    print("Fault matrix: \(cases), \(played.findings.count) findings")
    for finding in played.findings { Issue.record(Comment(rawValue: finding)) }

    // A session of the module ends after the one that it was made for, when another is asked for.
    let isClosed = await ProcessFootprint.settles {
      _ = try? await play([MatrixCase.all[0]])
      return ProcessFootprint.connections(among: played.connections) == 0
    }
    #expect(isClosed, "\(ProcessFootprint.connections(among: played.connections)) connections are left")
    // Other tests run at the same time; a leak for each case, or for each kind of fault, would be more than these.
    let isFlat = await ProcessFootprint.settles {
      ProcessFootprint.descriptors.count < descriptors + 50 && ProcessFootprint.threadCount ?? 0 < threads + 50
    }
    #expect(isFlat, "\(ProcessFootprint.descriptors)")
  }

  /// Plays cases in a session of their own, a few at a time.
  private func play(_ cases: [MatrixCase]) async throws -> MatrixRun.Report {
    let session = URLSession(configuration: .ephemeral)
    defer { session.finishTasksAndInvalidate() }
    return try await withThrowingTaskGroup(of: MatrixRun.Report.self) { group in
      var played = MatrixRun.Report()
      for (index, testCase) in cases.enumerated() {
        if index >= Self.casesAtOnce, let next = try await group.next() { played.add(next) }
        group.addTask { try await MatrixRun.report(on: testCase, in: session) }
      }
      for try await next in group { played.add(next) }
      return played
    }
  }
}
