import ArgumentParser
import Fetching
import Foundation
import Tidings

@main
struct Fetch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Downloads files, a few at a time, and prints the size of each.",
    discussion: "Without an address it starts a server of its own and downloads what that has to offer.")

  @Argument(help: "The http or https addresses to download.")
  var addresses: [String] = []

  @Option(
    name: .shortAndLong,
    help: "The folder for the files. By default the current one, for the own server's a new temporary one.")
  var output: String?

  @Flag(help: "Go on with what earlier runs have left, files and parts of files, and leave both for later ones.")
  var resume = false

  @Option(help: ArgumentHelp("How many files are downloaded at the same time.", valueName: "number"))
  var jobs = 4

  @Option(
    help: ArgumentHelp(
      "How fast the own server sends each file, with K, M or G for larger units. By default 1M.",
      valueName: "bytes-per-second"),
    transform: { text in
      guard let rate = ByteRate(text) else {
        throw ValidationError("“\(text)” is not a number of bytes per second, like 50000, 200K or 1.5M.")
      }
      return rate
    })
  var limitRate: ByteRate?

  func validate() throws {
    guard jobs >= 1 else { throw ValidationError("--jobs is at least 1.") }
    guard !resume || !addresses.isEmpty || output != nil else {
      throw ValidationError("--resume without addresses needs --output, or each run has another folder.")
    }
    guard limitRate == nil || addresses.isEmpty else {
      throw ValidationError("--limit-rate is for the own server, which only runs without addresses.")
    }
  }

  func run() async throws {
    let outcome = addresses.isEmpty ? try await fetchDemonstration() : await fetchAddresses()
    switch outcome {
    case .complete: return
    case .incomplete: throw ExitCode.failure
    case .interrupted: throw ExitCode(130)  // What a shell reports for a command that SIGINT has ended.
    }
  }

  private func fetchAddresses() async -> Downloads.Outcome {
    let folder = URL(filePath: output ?? ".")
    // If this fails, each download fails with the reason.
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let downloader = Downloader(maximumConcurrentDownloads: jobs)
    var names = FileNames()
    let items = addresses.map { address in
      Item(
        downloading: address, to: folder.appending(component: names.name(for: address)), by: downloader,
        isResuming: resume)
    }
    return await fetch(items, by: downloader)
  }

  private func fetchDemonstration() async throws -> Downloads.Outcome {
    let folder =
      output.map { URL(filePath: $0) }
      ?? FileManager.default.temporaryDirectory.appending(component: "fetch-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let server = try await DemonstrationServer(bytesPerSecond: limitRate?.bytesPerSecond ?? 1 << 20)
    defer { server.stop() }
    let downloader = Downloader(maximumConcurrentDownloads: jobs)
    let items = server.files.map { address, file in
      Item(
        downloading: address, to: folder.appending(component: file.name), named: file.name, by: downloader,
        isResuming: resume)
    }
    return await fetch(items, by: downloader)
  }

  @MainActor
  private func fetch(_ items: [Item], by downloader: Downloader) async -> Downloads.Outcome {
    // A downloader keeps unfinished files for the next run, which are not needed without --resume.
    if !resume { await items.discardUnfinished() }
    let downloads = Downloads(items, progress: downloader.progress, console: Console(files: items.count))
    let outcome = await downloads.run(until: Broadcaster.interrupts)
    if !resume { await items.discardUnfinished() }
    return outcome
  }
}
