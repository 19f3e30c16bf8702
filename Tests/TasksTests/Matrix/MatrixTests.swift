import TestSupport
import Testing
import TidingsTasks

/// Every fault at every relevant byte in every mode results in the complete file or in the expected error.
@Suite(.timeLimit(.minutes(30)))
struct MatrixTests {
  /// The cases to run, or the one that the repeat command of a failure names.
  private static let cases =
    ProcessInfo.processInfo.environment["MATRIX_CASE"].map { name in
      MatrixCase.all.filter { $0.description == name }
    } ?? MatrixCase.all.sized

  /// The number of connections that a run may lose to a known defect of libdispatch, which Foundation on Linux uses to
  /// wait for its sockets.
  ///
  /// In Swift 6.3.1, when a connection is reset while Foundation waits to read and to write, two threads of
  /// `event_epoll.c` unregister the descriptor at the same time, and neither removes its record. No event of the next
  /// socket with that descriptor is delivered: `EPOLL_CTL_MOD` fails with `ENOENT`, which is ignored. So any later
  /// request may hang. A run of the matrix has some 120 such resets, and in about thirty runs one hung.
  ///
  /// ``ConnectionWatch`` distinguishes these connections from other idle ones. Only these cases are repeated.
  private static let maximumLostCount = 1

  @Test func `every fault has its expected outcome and leaves no files`() async throws {
    // Fills the pools of threads and sessions, which do not grow after this.
    let early = try await run(Array(Self.cases.prefix(100)))
    let threads = ProcessFootprint.threadCount ?? 0
    let descriptors = ProcessFootprint.descriptors.count

    var total = try await run(Self.cases)
    total.add(early)
    let counts = "\(Self.cases.count) cases, \(total.lostCount) lost connections, \(total.findings.count) findings"
    print("Fault matrix: \(counts)")
    #expect(!Self.cases.isEmpty, "MATRIX_CASE names no case")
    for finding in total.findings { Issue.record(Comment(rawValue: finding)) }
    #expect(total.lostCount <= Self.maximumLostCount, "each is printed above with its log")

    // A session of the module is released when another one is requested after the end of the user's session.
    let isClosed = await comesTrue {
      _ = try? await run([MatrixCase.all[0]])
      return ProcessFootprint.connections(among: total.connections) == 0
    }
    #expect(isClosed, "\(ProcessFootprint.connections(among: total.connections)) connections are left")
    // Other tests run at the same time. A leak in each case, or with each kind of fault, would exceed this number.
    let isFlat = await comesTrue {
      ProcessFootprint.descriptors.count < descriptors + 50 && ProcessFootprint.threadCount ?? 0 < threads + 50
    }
    #expect(isFlat, "\(ProcessFootprint.descriptors)")
  }

  /// Runs cases in their own session.
  private func run(_ cases: [MatrixCase]) async throws -> MatrixReport {
    let session = URLSession(configuration: .ephemeral)
    defer { session.finishTasksAndInvalidate() }
    return try await session.run(cases)
  }
}
