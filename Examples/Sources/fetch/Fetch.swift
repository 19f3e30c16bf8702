import ArgumentParser
import Fetching
import Foundation
import Tidings

@main
struct Fetch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Downloads files, a few at a time, and prints the size of each.",
    discussion: "Without addresses, it starts a server of its own and downloads the files of that server.")

  @Argument(help: "The HTTP or HTTPS URLs to download.")
  var addresses: [String] = []

  @Option(
    name: .shortAndLong,
    help: "The folder for the files. The default is the current folder, or without addresses, a new temporary one.")
  var output: String?

  @Flag(help: "Continue the downloads of earlier runs, and keep unfinished downloads for later runs.")
  var resume = false

  @Option(help: ArgumentHelp("The number of files to download at the same time.", valueName: "number"))
  var jobs = 4

  @Option(
    help: ArgumentHelp(
      "The speed at which the server without addresses sends each file, such as 50000, 200K or 1.5M. The default is 1M.",
      valueName: "bytes-per-second"),
    transform: { text in
      guard let rate = ByteRate(text) else {
        throw ValidationError("“\(text)” is not a number of bytes per second, such as 50000, 200K or 1.5M.")
      }
      return rate
    })
  var limitRate: ByteRate?

  func validate() throws {
    guard jobs >= 1 else { throw ValidationError("--jobs must be at least 1.") }
    guard !resume || !addresses.isEmpty || output != nil else {
      throw ValidationError("--resume without addresses needs --output, because each run would use a new folder.")
    }
    guard limitRate == nil || addresses.isEmpty else {
      throw ValidationError("--limit-rate cannot be used with addresses.")
    }
  }

  func run() async throws {
    let outcome = addresses.isEmpty ? try await fetchDemonstration() : await fetchAddresses()
    switch outcome {
    case .complete: return
    case .incomplete: throw ExitCode.failure
    case .interrupted: throw ExitCode(130)  // The exit code of a command that was ended by SIGINT.
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
