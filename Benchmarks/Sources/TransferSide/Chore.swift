import Dispatch
import FileServer
import Foundation
import Harness

/// A measurement in its own process, so that its peak of memory is its own, and no cache is warm from the previous one.
///
/// The benchmarks start their own executable with a chore as a hidden argument. The process prints its ``Outcome``.
package struct Chore: Codable, Sendable {
  package enum Kind: String, Codable, Sendable {
    /// The benchmarks run curl directly.
    case curl
    case serve
    case downloadTask, publishedTask, downloader
    case preadLoop, chunksForSubscriber, chunksInLoop, readData, dataContentsOf, digest
  }

  package enum HashFunction: String, Codable, Sendable {
    case byteSum, slow
  }

  package var kind: Kind
  package var address = ""
  /// The file on the server.
  package var source = ""
  /// The destination of the download, the folder for many files, or empty if no file is written.
  package var destination = ""
  /// The size of the file, or of each of many files, in bytes.
  package var byteCount: Int64 = 0
  package var count = 1
  package var hash: HashFunction?
  /// Whether the temporary folder is in the file system of the destination, so that moving a file is not a copy.
  package var hasTemporaryFolderBeside = true

  package init(_ kind: Kind) {
    self.kind = kind
  }

  /// The chore of this process, or nil if the arguments contain none.
  package init?(_ arguments: [String]) {
    guard arguments.count == 3, arguments[1] == "--chore" else { return nil }
    guard let chore = try? JSONDecoder().decode(Chore.self, from: Data(arguments[2].utf8)) else { return nil }
    self = chore
  }

  package func arguments() throws -> [String] {
    ["--chore", String(decoding: try JSONEncoder().encode(self), as: UTF8.self)]
  }

  /// Performs the chore, prints its outcome, and exits.
  ///
  /// The parent process holds the other end of the standard input. When the parent ends, this process ends, too.
  package func run() -> Never {
    if kind == .serve { serve() }
    // Ends a chore that hangs. The time is longer than any chore takes.
    _ = alarm(300)
    Thread.detachNewThread {
      waitForEndOfInput()
      exit(3)
    }
    Task {
      do {
        try Outcome(seconds: try await perform(), peak: peakMemory()).print()
        exit(0)
      } catch {
        complain("\(kind): \(error)")
        exit(1)
      }
    }
    dispatchMain()
  }

  private func perform() async throws -> Double {
    switch kind {
    case .curl, .serve: throw Failure("not a chore to measure")
    case .downloadTask: try await download(byDownloadTask())
    case .publishedTask: try await download(byPublishedTask())
    case .downloader: try await download(byDownloader(), atOnce: count)
    case .preadLoop: try await seconds { try readInLoop() }
    case .chunksForSubscriber: try await seconds { try await readChunksForSubscriber() }
    case .chunksInLoop: try await seconds { try await readChunksInLoop() }
    case .readData: try await seconds { try await readData() }
    case .dataContentsOf: try await seconds { try check(Int64(try Data(contentsOf: file).count)) }
    case .digest: try await seconds { try await digest() }
    }
  }

  /// Creates a folder with a file, serves the file until the end of the input, and removes the folder.
  ///
  /// The server removes the folder, because it outlives the parent process, even if that is killed.
  private func serve() -> Never {
    for interruption in [SIGINT, SIGTERM, SIGHUP] { _ = signal(interruption, SIG_IGN) }
    let folder = URL(filePath: destination, directoryHint: .isDirectory)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      try writeSource()
      let server = try FileServer(source)
      try Outcome(port: server.port).print()
      waitForEndOfInput()
    } catch {
      complain("no server: \(error)")
    }
    do {
      try FileManager.default.removeItem(at: folder)
      exit(0)
    } catch {
      complain("\(folder.path) could not be removed: \(error)")
      exit(1)
    }
  }

  /// Writes pseudo-random bytes.
  private func writeSource() throws {
    try Data().write(to: file)
    let handle = try FileHandle(forWritingTo: file)
    var state: UInt64 = 0x9e37_79b9_7f4a_7c15
    var mebibyte = [UInt64](repeating: 0, count: 1 << 17)
    for _ in 0..<byteCount >> 20 {
      for index in mebibyte.indices {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        mebibyte[index] = state
      }
      try handle.write(contentsOf: unsafe mebibyte.withUnsafeBytes { unsafe Data($0) })
    }
    try handle.close()
  }
}

/// The results of a chore.
package struct Outcome: Codable, Sendable {
  package var seconds = 0.0
  /// The peak memory of the process in bytes, or 0 if it is unknown.
  package var peak: Int64 = 0
  /// The port of the server.
  package var port: UInt16?

  package init(seconds: Double = 0, peak: Int64 = 0, port: UInt16? = nil) {
    self.seconds = seconds
    self.peak = peak
    self.port = port
  }

  func print() throws {
    try FileHandle.standardOutput.write(contentsOf: JSONEncoder().encode(self) + Data("\n".utf8))
  }
}

package struct Failure: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}

private func complain(_ text: String) {
  FileHandle.standardError.write(Data("\(text)\n".utf8))
}

private func waitForEndOfInput() {
  var buffer = [UInt8](repeating: 0, count: 64)
  while unsafe read(STDIN_FILENO, &buffer, buffer.count) > 0 {}
}
