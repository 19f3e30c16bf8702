import ArgumentParser
import Fetching
import Foundation
import Tidings

@main
struct Fetch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Downloads files, all at once, and prints size and SHA-256 digest of each.",
    discussion: "Without an address it starts a server of its own and downloads what that has to offer.")

  @Argument(help: "The http or https addresses to download.")
  var addresses: [String] = []

  @Option(
    name: .shortAndLong,
    help: "The folder for the files. By default the current one, for the own server's a new temporary one.")
  var output: String?

  func run() async throws {
    let outcome = addresses.isEmpty ? try await fetchDemonstration() : await fetch(addresses)
    switch outcome {
    case .complete: return
    case .incomplete: throw ExitCode.failure
    case .interrupted: throw ExitCode(130)  // What a shell reports for a command that SIGINT has ended.
    }
  }

  private func fetch(_ addresses: [String]) async -> Downloads.Outcome {
    let folder = URL(filePath: output ?? ".")
    // If this fails, so does each download, and says why.
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var names = FileNames()
    return await fetch(
      addresses.map { Item(downloading: $0, to: folder.appending(component: names.name(for: $0))) })
  }

  private func fetchDemonstration() async throws -> Downloads.Outcome {
    let folder =
      output.map { URL(filePath: $0) }
      ?? FileManager.default.temporaryDirectory.appending(component: "fetch-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let server = try await DemonstrationServer()
    defer { server.stop() }
    return await fetch(
      server.files.map { address, file in
        Item(downloading: address, to: folder.appending(component: file.name), expectedDigest: file.digest)
      })
  }

  @MainActor
  private func fetch(_ items: [Item]) async -> Downloads.Outcome {
    await Downloads(items, console: Console(lines: items.count)).run(until: Broadcaster.interrupts)
  }
}
