import Fetching
import Foundation
import Testing
import Tidings

/// The behaviour of the program with and without `--resume`.
@Suite(.timeLimit(.minutes(10)))
struct FetchResumeTests {
  private let folder: ScratchFolder
  private let server: TestServer
  private let size = TestServer.file.bytes.count

  init() async throws {
    folder = try ScratchFolder()
    server = try await TestServer()
  }

  private var arguments: [String] { ["-o", folder.url.path, server.address("file")] }

  private var line: String { "\(size) bytes  \(folder.file("file").path)\n" }

  private func unfinished() async throws -> UnfinishedDownload? {
    try await Downloader().unfinishedDownloads(in: folder.url).first
  }

  /// Runs the program until it has a quarter of the file, and ends it.
  private func run(_ arguments: [String], untilEndedBy end: (Program) -> Void) async throws -> Int32 {
    let program = try Program(arguments)
    try #require(await program.output(containing: "file: 25 %"))
    end(program)
    return await program.end().status
  }

  @Test func `resumes where it was killed`() async throws {
    #expect(try await run(["--resume"] + arguments) { $0.kill() } == SIGKILL)
    let there = try #require(try await unfinished()?.byteCount)
    // At most half of the bytes were not synchronized with the disk.
    #expect(there >= size / 8)
    #expect(there < size)

    let second = try await Program.run(["--resume"] + arguments)
    #expect(second.status == 0)
    #expect(second.output.hasSuffix(line))
    #expect(try Data(contentsOf: folder.file("file")) == Data(TestServer.file.bytes))
    #expect(try folder.names == ["file"])
    #expect(server.requests.map(\.range) == ["bytes=0-8388607", "bytes=\(there)-\(size - 1)"])
  }

  @Test func `keeps the received bytes when it is interrupted`() async throws {
    #expect(try await run(["--resume"] + arguments) { $0.interrupt() } == 130)
    let unfinished = try #require(try await unfinished())
    #expect(unfinished.file.lastPathComponent == "file")
    #expect(unfinished.byteCount >= size / 8)
  }

  @Test func `resumes a download from its own server at another port`() async throws {
    let arguments = ["--resume", "-o", folder.url.path, "--limit-rate"]
    let first = try Program(arguments + ["2M"])
    try #require(await first.output(containing: "morning.bin: 50 %"))
    first.kill()
    _ = await first.end()
    let second = try await Program.run(arguments + ["20M"])
    #expect(second.status == 0)
    #expect(second.output.contains("morning.bin: "))
    #expect(!second.output.contains("morning.bin: 0 %"))
  }

  @Test func `starts over without resume`() async throws {
    #expect(try await run(arguments) { $0.kill() } == SIGKILL)
    #expect(try await unfinished() != nil)

    let second = try await Program.run(arguments)
    #expect(second.status == 0)
    #expect(second.output.hasSuffix(line))
    #expect(try folder.names == ["file"])
    #expect(server.requests.map(\.range) == ["bytes=0-8388607", "bytes=0-8388607"])
  }

  @Test func `does not download existing bytes again`() async throws {
    try Data(TestServer.file.bytes).write(to: folder.file("file"))
    let run = try await Program.run(["--resume"] + arguments)
    #expect(run.status == 0)
    #expect(run.output.hasSuffix(line))
    #expect(server.requests.isEmpty)
  }
}
