import TestSupport
import Testing

/// Clients with different project settings. Each client is a separate program, see `Tests/Clients`.
@Suite(.timeLimit(.minutes(10)))
struct ClientModeTests {
  @Test(arguments: ["Swift6Client", "MainActorByDefaultClient", "Swift5Client"])
  func `A main-actor class receives all updates on the main queue with self or weak self`(_ name: String) async throws {
    let run = try await Program(BuildFolder.executable(name)).run()
    #expect(
      run.output == """
        before subscribe returned: [0] [0]
        self: 501 arrived, in order, 0 off the main queue
        weak self: 501 arrived, in order, 0 off the main queue

        """)
    #expect(run.status == 0)
  }
}
