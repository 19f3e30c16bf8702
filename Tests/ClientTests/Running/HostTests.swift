import HostSupport
import TestSupport
import Testing

/// The main actor is served in different ways: each host is a program of its own, see `Tests/Hosts`.
@Suite(.timeLimit(.minutes(10)))
struct HostTests {
  @Test(arguments: ["AsyncMain", "DispatchMain", "RunLoopMain", "TopLevel"])
  func `Main-actor code gets every update on the main actor, in order, immediately when that is current`(_ name: String)
    async throws
  {
    let run = try await Program(BuildFolder.executable(name)).run()
    #expect(run.output == goodFindings + "\n")
    #expect(run.status == 0)
  }

  @Test
  @MainActor
  func `Swift Testing is such a host, too`() async {
    let findings = await withCheckedContinuation { continuation in Trial.begin { continuation.resume(returning: $0) } }
    #expect(findings == goodFindings)
  }
}

/// The report of a trial in which all deliveries were right.
let goodFindings = """
  before a later set on the main actor returned: [0, 1]
  before a set on the main actor returned: [0, 1]
  before subscribe returned: [0]
  thread 0: 250 arrived, in order, 0 off the main queue
  thread 1: 250 arrived, in order, 0 off the main queue
  thread 2: 250 arrived, in order, 0 off the main queue
  thread 3: 250 arrived, in order, 0 off the main queue
  value: 501 arrived, in order, 0 off the main queue
  """
