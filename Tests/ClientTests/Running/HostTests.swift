import HostSupport
import TestSupport
import Testing

/// Hosts that run the main actor in different ways. Each host is a separate program, see `Tests/Hosts`.
@Suite(.timeLimit(.minutes(10)))
struct HostTests {
  @Test(arguments: ["AsyncMain", "DispatchMain", "RunLoopMain", "TopLevel"])
  func `Main-actor code receives all updates on the main actor in order, immediately if it is current`(_ name: String)
    async throws
  {
    let run = try await Program(BuildFolder.executable(name)).run()
    #expect(run.output == goodFindings + "\n")
    #expect(run.status == 0)
  }

  @Test
  @MainActor
  func `Main-actor code receives all updates on the main actor in Swift Testing, too`() async {
    let findings = await withCheckedContinuation { continuation in Trial.begin { continuation.resume(returning: $0) } }
    #expect(findings == goodFindings)
  }
}

/// The report of a trial in which all deliveries were correct.
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
