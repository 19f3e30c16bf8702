import Foundation
import Tidings
import TidingsNATS

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// Downloads on one machine, with the progress and a button to cancel on another:
//
//   fetch serve NATS FOLDER    downloads into the folder for other programs
//   fetch get NATS URL         requests a download, shows its progress, and cancels it when Return is pressed

struct FetchFailure: Error, Codable, Equatable {
  var reason: String
}

typealias Fetch = PublishedTask<Double, String, FetchFailure>

let arguments = CommandLine.arguments
guard arguments.count == 4, let address = URL(string: arguments[2]) else {
  print("Usage: fetch serve NATS FOLDER | fetch get NATS URL, where NATS is such as nats://127.0.0.1:4222")
  exit(64)
}
let connection = try await NATSConnection(NATSOptions(address))

switch arguments[1] {
case "serve": try await serve(into: URL(filePath: arguments[3]))
case "get": await get(arguments[3])
default: exit(64)
}

func serve(into folder: URL) async throws {
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  let serving = try connection.serve("fetch") { (text: String) -> Fetch in
    guard let url = URL(string: text) else { return .failure(FetchFailure(reason: "\(text) is not a URL")) }
    // The last part of a URL can contain separators, as percent escapes.
    let name = url.lastPathComponent
    guard !["", ".", ".."].contains(name), !name.contains("/") else {
      return .failure(FetchFailure(reason: "\(name) is not a valid file name"))
    }
    let file = folder.appending(component: name)
    return URLSession.shared.publishedTask(downloading: url, to: file)
      .mapProgress { $0.fractionCompleted ?? 0 }
      .map { $0.url.path }
      .mapError { FetchFailure(reason: "\($0)") }
  }
  try await connection.flush()
  show("Serving. Press Return to stop.")
  await pressReturn()
  serving.invalidate()
}

func get(_ url: String) async {
  let task = connection.publishedTask(
    requesting: "fetch", with: url, progress: Double.self, success: String.self, failure: FetchFailure.self)
  let (lines, line) = AsyncStream<String>.makeStream()
  let subscription = task.subscribe { update in
    switch update {
    case .inProgress(let fraction): line.yield("\(Int(100 * fraction)) %")
    case .completed(.success(let path)): line.yield("Downloaded to \(path)")
    case .completed(.failure(let failure)): line.yield("Failed: \(failure)")
    }
  } ended: {
    line.finish()
  }
  Task {
    await pressReturn()
    subscription.invalidate()
    line.yield("Cancelled")
    line.finish()
  }
  for await line in lines { show(line) }
  try? await connection.flush()
}

/// Prints a line immediately, also into a pipe.
func show(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

/// Returns when a person presses Return, or when the input ends.
func pressReturn() async {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread {
      _ = readLine()
      continuation.resume()
    }
  }
}
