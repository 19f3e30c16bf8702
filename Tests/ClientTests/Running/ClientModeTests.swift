import TestSupport
import Testing

/// The projects of users are set up in different ways: each client is a program of its own, see `Tests/Clients`.
@Suite(.timeLimit(.minutes(10)))
struct ClientModeTests {
  @Test(arguments: ["Swift6Client", "MainActorByDefaultClient", "Swift5Client"])
  func `A main-actor class subscribes with self or weak self, without a word about threads`(_ name: String) async throws
  {
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
