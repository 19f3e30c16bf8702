import Foundation
import Testing

/// What the program does with `--sha256`.
@Suite(.timeLimit(.minutes(10)))
struct FetchDigestTests {
  private let folder: ScratchFolder
  private let server: TestServer
  private let digestOfSmall = "81db8ebbbbc69c6c6ad4a6aa92b76e0c08af547da236b9e2c9dbe1d8285a8130"

  init() async throws {
    folder = try ScratchFolder()
    server = try await TestServer()
  }

  private func run(_ arguments: [String]) async throws -> Program.Run {
    try await Program.run(["-o", folder.url.path] + arguments)
  }

  @Test func `is content with the right digest`() async throws {
    let run = try await run(["--sha256", digestOfSmall.uppercased(), server.address("small")])
    #expect(run.status == 0)
    #expect(run.output.hasSuffix("\(digestOfSmall)  5 bytes  \(folder.file("small").path)\n"))
  }

  @Test func `leaves no file with another digest`() async throws {
    let other = String(repeating: "0", count: 64)
    let run = try await run(
      ["--sha256", digestOfSmall, "--sha256", other, server.address("small"), server.address("small")])
    #expect(run.status == 1)
    #expect(run.errors == "fetch: \(server.address("small")): The file has the digest \(digestOfSmall), not \(other)\n")
    #expect(try folder.names == ["small"])
  }

  @Test func `leaves nothing of a file with another digest also if it resumes`() async throws {
    let run = try await run(["--resume", "--sha256", String(repeating: "0", count: 64), server.address("small")])
    #expect(run.status == 1)
    #expect(try folder.names.isEmpty)
  }
}
