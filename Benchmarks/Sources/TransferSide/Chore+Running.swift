import Dispatch
import Foundation
import Harness

extension Chore {
  /// Does the chore, prints what came of it, and exits.
  ///
  /// The process that started this one holds the other end of its input: when that is gone, however it ended, so is this.
  package func run() -> Never {
    if kind == .serve { serve() }
    // Longer than anything takes, so that whatever hangs comes to an end.
    _ = alarm(300)
    Thread.detachNewThread {
      Self.waitForEndOfInput()
      exit(3)
    }
    Task {
      do {
        var outcome = Outcome(seconds: try await perform())
        if !kind.hasServerInside { outcome.peak = peakMemory() }
        try Self.print(outcome)
        exit(0)
      } catch {
        Self.complain("\(kind): \(error)")
        exit(1)
      }
    }
    dispatchMain()
  }

  private func perform() async throws -> [Double] {
    switch kind {
    case .serve: []
    case .downloadTask: [try await downloadOne(byDownloadTask())]
    case .bareDelegate: [try await downloadByBareDelegate()]
    case .download: [try await downloadOne(byPublishedTask())]
    case .manyDownloadTasks: [try await downloadMany(byDownloadTask())]
    case .manyDownloads: [try await downloadMany(byPublishedTask())]
    case .manyByDownloader: [try await downloadMany(byDownloader(), atOnce: count)]
    case .cancelUntilClosed: try await cancel().map(\.closed)
    case .cancelUntilNext: try await cancel().map(\.next)
    case .preadLoop: [try readInLoop()]
    case .chunksForSubscriber: [try await readChunksForSubscriber()]
    case .chunksInLoop: [try await readChunksInLoop()]
    case .readData: [try await readData()]
    case .dataContentsOf: [try readDataWithFoundation()]
    case .digest: [try await digest()]
    }
  }

  static func print(_ outcome: Outcome) throws {
    try FileHandle.standardOutput.write(contentsOf: JSONEncoder().encode(outcome) + Data("\n".utf8))
  }

  static func complain(_ text: String) {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
  }

  static func waitForEndOfInput() {
    var buffer = [UInt8](repeating: 0, count: 64)
    while unsafe read(STDIN_FILENO, &buffer, buffer.count) > 0 {}
  }
}

extension Chore.Kind {
  fileprivate var hasServerInside: Bool { self == .cancelUntilClosed || self == .cancelUntilNext }
}
