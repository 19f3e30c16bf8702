import TestSupport
import Testing
import TidingsTasks

/// Every fault, at every byte where it may matter, in every mode: the file, byte for byte, or the right error.
@Suite(.timeLimit(.minutes(30)))
struct MatrixTests {
  /// The cases that are run, or the one that a failure's repeat command names.
  private static let cases =
    ProcessInfo.processInfo.environment["MATRIX_CASE"].map { name in
      MatrixCase.all.filter { $0.description == name }
    } ?? MatrixCase.all.sized

  /// How many connections one run may lose to a known defect of libdispatch, which Foundation on Linux waits with for its
  /// sockets.
  ///
  /// In Swift 6.3.1, `event_epoll.c` keeps a record of each watched descriptor, with a list of its readers and one of its
  /// writers. When a connection is reset while Foundation waits for both, `EPOLLHUP` makes the target queue unregister one
  /// of them while the manager's thread unregisters the other, which Foundation cancels. There is no lock:
  /// each of the two finds the other in the lists, and neither removes the record. The next socket with that descriptor is
  /// then taken for the old one: `EPOLL_CTL_MOD` fails with `ENOENT`, the failure is ignored, and no event of the new
  /// connection is delivered. So any later request may hang, not the one that was reset. Each step was recorded, call by
  /// call, in a program that has `URLSession` and nothing of this package. A program that has libdispatch alone loses
  /// descriptors too, after 143 and 43,706 resets, and once crashed in `_dispatch_unote_unregister_muxed`. A run of
  /// the matrix has some 120 such resets, and in about thirty runs one hung.
  ///
  /// ``ConnectionWatch`` distinguishes these connections from other idle ones. Only these cases are repeated.
  private static let maximumLostCount = 1

  @Test func `every fault has its outcome and leaves no files`() async throws {
    // After this, the pools of threads and sessions do not grow.
    let early = try await play(Array(Self.cases.prefix(100)))
    let threads = ProcessFootprint.threadCount ?? 0
    let descriptors = ProcessFootprint.descriptors.count

    var played = try await play(Self.cases)
    played.add(early)
    let counts = "\(Self.cases.count) cases, \(played.lostCount) lost connections, \(played.findings.count) findings"
    print("Fault matrix: \(counts)")
    #expect(!Self.cases.isEmpty, "MATRIX_CASE names no case")
    for finding in played.findings { Issue.record(Comment(rawValue: finding)) }
    #expect(played.lostCount <= Self.maximumLostCount, "each is printed above with its log")

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

  /// Plays cases in a session of their own.
  private func play(_ cases: [MatrixCase]) async throws -> MatrixReport {
    let session = URLSession(configuration: .ephemeral)
    defer { session.finishTasksAndInvalidate() }
    return try await session.play(cases)
  }
}
