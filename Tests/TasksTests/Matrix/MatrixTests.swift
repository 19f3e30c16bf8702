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
  /// In Swift 6.3.1, `event_epoll.c` keeps a record of each watched descriptor, with a list of its readers and one of
  /// its writers. When a connection is reset while Foundation waits for both, `EPOLLHUP` makes the target queue
  /// unregister one of them while the manager's thread unregisters the other, which Foundation cancels. There is no
  /// lock: each of the two finds the other in the lists, and neither removes the record. The next socket with that
  /// descriptor is then taken for the old one: `EPOLL_CTL_MOD` fails with `ENOENT`, the failure is ignored, and no
  /// event of the new connection is delivered. So any later request may hang, not the one that was reset. Each step was
  /// recorded, call by call, in a program that has `URLSession` and nothing of this package. A program that has
  /// libdispatch alone loses descriptors too, after 143 and 43,706 resets, and once crashed in
  /// `_dispatch_unote_unregister_muxed`. A run of the matrix has some 120 such resets, and in about thirty runs one
  /// hung.
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
    let isClosed = await ProcessFootprint.settles {
      _ = try? await run([MatrixCase.all[0]])
      return ProcessFootprint.connections(among: total.connections) == 0
    }
    #expect(isClosed, "\(ProcessFootprint.connections(among: total.connections)) connections are left")
    // Other tests run at the same time. A leak in each case, or with each kind of fault, would exceed this number.
    let isFlat = await ProcessFootprint.settles {
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
