import Foundation

/// One thing to measure, in a process of its own: then its peak of memory is its own, and nothing is warm from the last.
///
/// The benchmarks start themselves with a chore as a hidden argument; the process prints its ``Outcome``.
package struct Chore: Codable, Sendable {
  package enum Kind: String, Codable, Sendable {
    case serve
    case downloadTask, bareDelegate, download
    case manyDownloadTasks, manyDownloads, manyByDownloader
    case cancelUntilClosed, cancelUntilNext
    case preadLoop, chunksForSubscriber, chunksInLoop, readData, dataContentsOf, digest
  }

  package enum HashFunction: String, Codable, Sendable {
    case byteSum, fnv1a, slow
  }

  package var kind: Kind
  package var address = ""
  package var source = ""
  package var destination = ""
  /// The size of the file, or of each of many.
  package var byteCount: Int64 = 0
  /// How many files, or how many times.
  package var count = 1
  package var segments = 1
  package var hash: HashFunction?
  /// Whether the temporary folder is in the file system of the destination, so that to move a file there is no copy.
  package var hasTemporaryFolderBeside = true

  package init(_ kind: Kind, _ configure: (inout Chore) -> Void = { _ in }) {
    self.kind = kind
    configure(&self)
  }

  private static let argument = "--chore"

  /// The chore that a process was started for, if it was.
  package init?(_ arguments: [String]) {
    guard arguments.count == 3, arguments[1] == Self.argument else { return nil }
    guard let chore = try? JSONDecoder().decode(Chore.self, from: Data(arguments[2].utf8)) else { return nil }
    self = chore
  }

  package func arguments() throws -> [String] {
    [Self.argument, String(decoding: try JSONEncoder().encode(self), as: UTF8.self)]
  }
}

/// What came of a chore.
package struct Outcome: Codable, Sendable {
  /// How long it took, each time.
  package var seconds: [Double]
  /// The most memory that the process has had, in bytes; 0 where that says nothing.
  package var peak: Int64 = 0
  /// Where the server listens.
  package var port: UInt16?

  package init(seconds: [Double] = [], port: UInt16? = nil) {
    self.seconds = seconds
    self.port = port
  }
}

struct ChoreFailure: Error, CustomStringConvertible {
  let description: String
}
