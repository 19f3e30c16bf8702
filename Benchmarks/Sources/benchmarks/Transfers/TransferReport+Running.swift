import Foundation
import Harness
import TransferSide

extension TransferReport {
  /// Measures a row once, in a process of its own.
  func run(_ row: TransferRow, _ server: ServerProcess) throws -> Outcome {
    let result = row.work.result
    do {
      try result?.prepare()
      let outcome =
        switch row.work {
        case .chore(let chore): try run(chore, server)
        case .curl(let curl): try run(curl)
        }
      try result?.check(against: server.source)
      try result?.remove()
      return outcome
    } catch {
      throw Child.Failure(description: "\(row.name): \(error)")
    }
  }

  private func run(_ chore: Chore, _ server: ServerProcess) throws -> Outcome {
    let child = try Child(chore, temporaryFolder: chore.hasTemporaryFolderBeside ? server.folder : nil)
    let outcome = try child.nextOutcome()
    _ = try child.waitForEnd()
    guard let outcome else { throw Child.Failure(description: "It has not said what came of it") }
    return outcome
  }

  private func run(_ curl: Curl) throws -> Outcome {
    guard let executable = Curl.executable else { throw Child.Failure(description: "There is no curl") }
    let start = ContinuousClock.now
    let (output, end) = try Child(executable, curl.arguments).waitForEnd()
    var outcome = Outcome()
    if curl.tellsTime {
      guard let time = Double(String(decoding: output, as: UTF8.self)) else {
        throw Child.Failure(description: "curl has not said how long it took")
      }
      outcome.seconds = [time]
    } else {
      outcome.seconds = [(end - start) / .seconds(1)]
    }
    return outcome
  }
}

extension TransferRow.Work {
  fileprivate var result: DownloadedResult? {
    switch self {
    case .curl(let curl): curl.result
    case .chore(let chore):
      switch chore.kind {
      case .download, .downloadTask, .bareDelegate: .file(chore.destination, chore.byteCount)
      case .manyDownloadTasks, .manyDownloads, .manyByDownloader:
        .files(chore.count, chore.destination, chore.byteCount)
      default: nil
      }
    }
  }
}
