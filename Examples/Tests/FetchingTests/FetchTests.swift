import Fetching
import Foundation
import Testing
import Tidings

/// The program in its own process, with real servers on loopback.
@Suite(.timeLimit(.minutes(10)))
struct FetchTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  @Test func `downloads the files of its own server`() async throws {
    let run = try await Program.run(["--output", folder.url.path, "--limit-rate", "20M"])
    #expect(run.status == 0)
    #expect(run.errors == "")
    let files = [GeneratedFile].demonstration
    #expect(try folder.names == files.map(\.name).sorted())
    for file in files {
      #expect(run.output.contains("\(file.bytes.count) bytes  \(folder.file(file.name).path)\n"))
      #expect(try Data(contentsOf: folder.file(file.name)) == Data(file.bytes))
    }
  }

  @Test func `completes the others when some fail`() async throws {
    let server = try await TestServer()
    let addresses = [
      "no address", server.address("missing"), "http://127.0.0.1:1/refused", server.address("small"),
    ]
    let run = try await Program.run(["-o", folder.url.path] + addresses)
    #expect(run.status == 1)
    let complaints = run.errors.split(separator: "\n")
    try #require(complaints.count == 3)
    #expect(complaints[0].hasPrefix("fetch: no address: “no%20address” is not an http or https URL"))
    #expect(complaints[1].hasPrefix("fetch: \(addresses[1]): The server responded to \(addresses[1]) with 404"))
    #expect(complaints[2].hasPrefix("fetch: \(addresses[2]): The connection to \(addresses[2]) failed: "))
    #expect(try folder.names == ["small"])
    #expect(run.output.contains("5 bytes  \(folder.file("small").path)\n"))
  }

  @Test func `reports a folder that cannot be written`() async throws {
    let server = try await TestServer()
    try Data().write(to: folder.file("file"))
    let below = folder.file("file").appending(component: "below")
    let run = try await Program.run(["-o", below.path, server.address("small")])
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("fetch: \(server.address("small")): “\(below.path)/small” for the download of "))
    #expect(run.errors.contains(" cannot be written: Not a directory. "))
    #expect(try folder.names == ["file"])
  }

  @Test func `leaves no files when it is interrupted`() async throws {
    let server = try await TestServer()
    let program = try Program(["-o", folder.url.path, server.address("held"), server.address("held")])
    try #require(await program.output(containing: "held: 0 %"))
    try #require(await program.output(containing: "held-2: 0 %"))
    #expect(try !folder.names.isEmpty)
    program.interrupt()
    let run = await program.end()
    #expect(run.status == 130)
    #expect(try folder.names.isEmpty)
  }

  @Test(.enabled(if: Program.hasTerminal))
  func `overwrites its lines on a terminal`() async throws {
    let server = try await TestServer()
    let program = try Program(["-o", folder.url.path, server.address("small")], rows: 24, columns: 60)
    let run = await program.end()
    #expect(run.status == 0)
    #expect(run.output.contains("\u{1B}[2A\r\u{1B}[2Ksmall                 5 B, done\r\n"))
    #expect(run.output.contains("\r\u{1B}[2K[##################]  100 %  5 B  1 of 1 done\r\n"))
  }

  @Test func `downloads one file at a time with one job`() async throws {
    let server = try await TestServer()
    let addresses = [server.address("small"), server.address("held"), server.address("file")]
    let program = try Program(["--jobs", "1", "-o", folder.url.path] + addresses)
    try #require(await program.output(containing: "held: 0 %"))
    program.interrupt()
    #expect(await program.end().status == 130)
    #expect(server.requests.map(\.path) == ["/small", "/held"])
    #expect(try folder.names == ["small"])
  }

  @Test func `describes its options`() async throws {
    let help = try await Program.run(["--help"])
    #expect(help.status == 0)
    for option in ["--output", "--resume", "--jobs", "--limit-rate"] {
      #expect(help.output.contains("  \(option) ") || help.output.contains(", \(option) "))
    }
  }

  @Test(arguments: [
    ["--unknown"], ["--jobs", "0"], ["--resume"], ["--limit-rate", "fast"],
    ["--limit-rate", "1M", "http://host/"],
  ])
  func `rejects invalid arguments`(arguments: [String]) async throws {
    let run = try await Program.run(arguments)
    #expect(run.status == 64)
    #expect(run.errors.hasPrefix("Error: "))
  }
}
